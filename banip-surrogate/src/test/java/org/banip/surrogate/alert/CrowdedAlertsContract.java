package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.SESSION;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.core.json.JsonObject;
import org.banip.server.audit.Who;
import org.junit.jupiter.api.Test;

/** What a BAN in which much is found costs itself and others. */
abstract class CrowdedAlertsContract extends AlertBookFixture {
    private static final String CROWD = "ban-a";
    private static final String OTHER = "ban-b";
    private static final Who NURSE = Who.of("clara", "password");

    private List<AlertStep> found(String ban, String by, String detector, Severity severity) {
        return found(new Found(ban, SESSION, by, false, 7, begins(detector, severity, 100)));
    }

    private void crowd(int from, int to, Severity severity) {
        for (int i = from; i < to; i++) {
            List<AlertStep> unused = found(CROWD, "mbu", "d" + i, severity);
        }
    }

    private List<String> openKinds() {
        return book.open().stream()
                .map(alert -> alert.ban() + " " + alert.cause().by() + " "
                        + alert.cause().detector() + " " + alert.cause().kind())
                .filter(line -> !line.contains(" mbu d"))
                .sorted()
                .toList();
    }

    @Test
    void whatIsFoundBeyondTheMostOpenAlertsOfABanIsOneAlertAndIsCounted() {
        crowd(0, Surplus.MOST_OPEN + 6, Severity.HIGH);
        assertThat(book.open()).hasSize(Surplus.MOST_OPEN + 1);
        assertThat(book.surplus()).isEqualTo(6);
        Alert more = book.open().stream().filter(Surplus::is).findFirst().orElseThrow();
        assertThat(more.priority()).isEqualTo(Priority.HIGH);
        assertThat(more.cause().detector()).isEqualTo("findings-of-mbu");
        assertThat(more.cause().kind()).isEqualTo("too-many-high");
        assertThat(more.cause().measured()).isEqualTo(Surplus.MOST_OPEN);
        assertThat(rows("SELECT DISTINCT contact FROM alert_delivery WHERE alert = '" + more.id() + "'"))
                .containsExactly("ward");
        assertThat(found(CROWD, "mbu", "d3", Severity.HIGH))
                .as("belongs to its open alert")
                .isEmpty();
        assertThat(book.surplus()).isEqualTo(6);
    }

    @Test
    void aCrowdHidesNothingMoreUrgentAndNothingThatOthersFind() {
        crowd(0, Surplus.MOST_OPEN + 1, Severity.LOW);
        assertThat(openKinds()).containsExactly("ban-a host findings-of-mbu too-many-low");
        assertThat(found(CROWD, "mbu", "heart", Severity.HIGH)).hasSize(1);
        assertThat(found(CROWD, "host", "heart", Severity.LOW)).hasSize(1);
        assertThat(found(CROWD, "ban", "heart", Severity.LOW)).hasSize(1);
        assertThat(found(OTHER, "mbu", "heart", Severity.LOW)).hasSize(1);
        assertThat(book.surplus()).isEqualTo(1);
    }

    @Test
    void thatThereIsMoreStaysUntilSomebodyEndsItIfNobodyKnowsWhatHolds() {
        crowd(0, Surplus.MOST_OPEN + 1, Severity.HIGH);
        assertThat(take(book, new Watching(CROWD, SESSION, "host", List.of()))).isEmpty();
        UUID more = book.open().stream()
                .filter(Surplus::is)
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(book.end(more, NURSE)).isPresent();
        crowd(Surplus.MOST_OPEN + 1, Surplus.MOST_OPEN + 3, Severity.HIGH);
        assertThat(openKinds()).containsExactly("ban-a host findings-of-mbu too-many-high");
    }

    private static Found end(Finding ended) {
        return new Found(CROWD, SESSION, "mbu", false, 8, ended);
    }

    private List<AlertStep> over(String detector) {
        return found(end(ends(detector, Severity.HIGH, 98, 200)));
    }

    private void watch(AlertBook by, Finding... holding) {
        assertThat(take(by, new Watching(CROWD, SESSION, "mbu", List.of(holding))))
                .isEmpty();
    }

    @Test
    void thatThereIsMoreEndsWhenAllThatWasLeftOutIsOverAndThereIsRoom() {
        watch(book);
        crowd(0, Surplus.MOST_OPEN + 2, Severity.HIGH);
        assertThat(over("d0")).hasSize(1);
        assertThat(over("d64")).isEmpty();
        assertThat(book.endSurplus()).as("d65 still holds").isEmpty();
        assertThat(found(CROWD, "mbu", "d66", Severity.HIGH)).hasSize(1);
        assertThat(over("d65")).isEmpty();
        assertThat(book.endSurplus()).as("there is no room").isEmpty();
        assertThat(over("d1")).hasSize(1);
        List<AlertStep> ended = book.endSurplus();
        assertThat(ended).extracting(AlertStep::step).containsExactly(AlertState.ENDED);
        assertThat(ended).extracting(step -> step.who().name()).containsExactly("host");
        assertThat(ended).extracting(step -> step.alert().cause().kind()).containsExactly("too-many-high");
        assertThat(openKinds()).isEmpty();
        assertThat(book.endSurplus()).isEmpty();
        crowd(67, 69, Severity.HIGH);
        assertThat(openKinds()).as("raised anew").containsExactly("ban-a host findings-of-mbu too-many-high");
    }

    @Test
    void whatIsRaisedAfterAllIsNotLeftOutAnyMore() {
        watch(book);
        crowd(0, Surplus.MOST_OPEN + 1, Severity.HIGH);
        assertThat(over("d0")).hasSize(1);
        crowd(64, 65, Severity.HIGH);
        assertThat(over("d1")).hasSize(1);
        assertThat(book.endSurplus()).hasSize(1);
    }

    /** Nobody may have seen what happened. */
    @Test
    void aFallThatWasLeftOutKeepsItUntilSomebodyAcknowledges() {
        watch(book);
        crowd(0, Surplus.MOST_OPEN, Severity.HIGH);
        Finding fall = Findings.of("fall", begins("down", Severity.HIGH, 100));
        assertThat(found(new Found(CROWD, SESSION, "mbu", false, 7, fall))).hasSize(1);
        assertThat(found(end(Findings.of("fall", ends("down", Severity.HIGH, 98, 200)))))
                .isEmpty();
        assertThat(over("d0")).hasSize(1);
        assertThat(book.endSurplus()).isEmpty();
        UUID more = book.open().stream()
                .filter(Surplus::is)
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(book.acknowledge(more, NURSE)).hasSize(1);
        assertThat(book.endSurplus()).hasSize(1);
    }

    @Test
    void theNextHostEndsItByWhatItsWatchTells() {
        watch(book);
        crowd(0, Surplus.MOST_OPEN + 1, Severity.HIGH);
        assertThat(over("d0")).hasSize(1);
        AlertBook next = bookOf(tables);
        assertThat(next.endSurplus()).as("nobody told it what holds").isEmpty();
        Finding holds = begins("d64", Severity.HIGH, 100);
        List<Finding> all = new ArrayList<>(List.of(holds));
        for (int i = 1; i < Surplus.MOST_OPEN; i++) {
            all.add(begins("d" + i, Severity.HIGH, 100));
        }
        watch(next, all.toArray(Finding[]::new));
        assertThat(next.endSurplus()).as("d64 holds").isEmpty();
        assertThat(take(next, end(ends("d64", Severity.HIGH, 98, 200)))).isEmpty();
        assertThat(next.endSurplus()).as("a fall may have been left out before").isEmpty();
        UUID more = next.open().stream()
                .filter(Surplus::is)
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(next.acknowledge(more, NURSE)).hasSize(1);
        assertThat(next.endSurplus()).hasSize(1);
    }

    @Test
    void ifTheListIsCutTheBansTakeTurns() {
        assertThat(found(OTHER, "host", "slow", Severity.LOW)).hasSize(1);
        assertThat(found(OTHER, "host", "heart", Severity.MEDIUM)).hasSize(1);
        crowd(0, 30, Severity.HIGH);
        OpenList cut = tables.read(connection -> OpenRows.list(connection, 12));
        assertThat(cut.alerts()).hasSize(12);
        assertThat(cut.alerts().subList(0, 10)).allMatch(alert -> alert.ban().equals(CROWD));
        assertThat(cut.alerts().subList(10, 12))
                .extracting(alert -> alert.cause().detector())
                .containsExactly("heart", "slow");
        assertThat(cut.total()).isEqualTo(32);
        assertThat(cut.missing()).containsExactly(java.util.Map.entry(CROWD, 20L));
        OpenList shorter = cut.of(ban -> true, 3);
        assertThat(shorter.alerts()).extracting(Alert::ban).containsExactly(CROWD, CROWD, OTHER);
        assertThat(shorter.missing()).containsEntry(CROWD, 28L).containsEntry(OTHER, 1L);
        OpenList ofOther = cut.of(OTHER::equals, 3);
        assertThat(ofOther.alerts()).hasSize(2);
        assertThat(ofOther.total()).isEqualTo(2);
    }

    @Test
    void bansTakeTurnsWithWhatIsDelivered() {
        crowd(0, 20, Severity.HIGH);
        assertThat(found(OTHER, "host", "heart", Severity.HIGH)).hasSize(1);
        assertThat(found("ban-c", "host", "heart", Severity.HIGH)).hasSize(1);
        OutboxTurns turns = new OutboxTurns();
        List<String> bans = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            claim(turns, 2).forEach(one -> bans.add(JsonObject.parse(one.body()).string("ban")));
        }
        assertThat(bans).containsExactly(CROWD, OTHER, "ban-c", CROWD, CROWD, CROWD);
        assertThat(claim(turns, 100)).hasSize(16);
        assertThat(claim(turns, 100)).isEmpty();
    }

    private List<Delivery> claim(OutboxTurns turns, int most) {
        long far = Long.MAX_VALUE / 2;
        return tables.write(
                "test",
                connection -> turns.claim(
                        connection, WARD, new OutboxTurns.Claim("a", far, far + 1000, tables.skipLocked()), most));
    }

    @Test
    void whatWaitsInAStoreOfSchemaVersion9GetsItsBan() throws Exception {
        assertThat(found(OTHER, "host", "heart", Severity.HIGH)).hasSize(1);
        change(
                "DROP INDEX waiting_delivery",
                "ALTER TABLE alert_delivery DROP COLUMN ban",
                "CREATE INDEX waiting_delivery ON alert_delivery (contact, made_nanos) WHERE outcome = 0",
                "ALTER TABLE interconnect DROP COLUMN detectors",
                "ALTER TABLE interconnect DROP COLUMN detectors_crc",
                "ALTER TABLE sensor_group DROP COLUMN stopped_by",
                "ALTER TABLE sensor_group DROP COLUMN stopped_nanos",
                "ALTER TABLE sensor_group DROP COLUMN stopped_from",
                "ALTER TABLE sensor_group DROP COLUMN stopped_crc",
                "ALTER TABLE sensor_group DROP COLUMN kept_from",
                "ALTER TABLE sensor_group DROP COLUMN kept_check",
                "DELETE FROM flyway_schema_history WHERE version IN ('10', '11', '12', '13')");
        assertThat(rows("SELECT DISTINCT ban FROM alert_delivery")).containsExactly(OTHER);
        assertThat(claim(new OutboxTurns(), 10)).hasSize(1);
    }

    @Test
    void aBanLeavesRoomForOthersInTheOutbox() {
        book = new AlertBook(tables, () -> System.currentTimeMillis() * 1_000_000, () -> RULES, 40);
        crowd(0, 60, Severity.HIGH);
        long ofCrowd = Long.parseLong(
                rows("SELECT count(*) FROM alert_delivery WHERE outcome = 0").get(0));
        assertThat(ofCrowd).isBetween(15L, 25L);
        assertThat(found(OTHER, "host", "heart", Severity.HIGH).get(0).givenUp())
                .isEmpty();
        assertThat(found("ban-c", "host", "heart", Severity.HIGH).get(0).givenUp())
                .isEmpty();
    }
}
