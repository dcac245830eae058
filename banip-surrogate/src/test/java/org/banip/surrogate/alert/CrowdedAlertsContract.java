package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.SESSION;
import static org.banip.surrogate.alert.Findings.begins;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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
    void thatThereIsMoreStaysUntilSomebodyEndsItAndIsThenRaisedAnew() {
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
                "DELETE FROM flyway_schema_history WHERE version IN ('10', '11')");
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
