package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.alert.Findings.SESSION;
import static org.banip.surrogate.alert.Findings.again;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;
import static org.banip.surrogate.alert.Findings.host;

import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.alerts.finding.Severity;
import org.banip.core.error.BanipException;
import org.banip.server.audit.Who;
import org.junit.jupiter.api.Test;

/** What the book of alerts keeps, whatever the database. */
abstract class AlertBookContract extends LatchingAlertsContract {
    @Test
    void eachStepIsARowWithWhoAndIsInTheOutboxOfThoseWhomItConcerns() {
        Alert raised = found(host(begins("heart", Severity.HIGH, 100))).get(0).alert();
        assertThat(book.anyDue()).isTrue();
        assertThat(book.escalate()).hasSize(1);
        assertThat(book.acknowledge(raised.id(), CLARA)).hasSize(1);
        assertThat(found(host(ends("heart", Severity.HIGH, 98, 130)))).isNotEmpty();
        assertThat(rows("SELECT number, step, who, means FROM alert_step ORDER BY number"))
                .containsExactly(
                        "1 raised host detector",
                        "2 escalated host detector",
                        "3 acknowledged clara password",
                        "4 ended host detector");
        assertThat(rows("SELECT contact, number, outcome FROM alert_delivery ORDER BY number, contact"))
                .containsExactly(
                        "ward 1 0", "on-call 2 0", "ward 2 0", "on-call 3 0", "ward 3 0", "on-call 4 0", "ward 4 0");
        assertThat(
                        rows(
                                "SELECT count(*) FROM alert_step s JOIN alert a ON a.id = s.alert WHERE s.at_nanos >= a.raised_nanos"))
                .containsExactly("4");
        Alert ended = book.find(raised.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(AlertState.ENDED);
        assertThat(ended.acknowledged().orElseThrow().by()).isEqualTo("clara");
        assertThat(ended.cause()).isEqualTo(raised.cause());
        assertThat(book.open()).isEmpty();
    }

    @Test
    void whatBeginsAgainWhileItsAlertIsOpenMakesNoSecondOne() {
        assertThat(found(host(begins("heart", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(found(host(begins("heart", Severity.HIGH, 100)))).isEmpty();
        assertThat(found(host(begins("heart", Severity.HIGH, 140)))).isEmpty();
        assertThat(book.open())
                .singleElement()
                .satisfies(alert -> assertThat(alert.cause().sinceNanos()).isEqualTo(98_000_000_000L));
    }

    /** The list is cut at its end, so what must not wait comes first. */
    @Test
    void theMostUrgentComesFirst() {
        List<String> raised = new ArrayList<>();
        for (Severity severity :
                List.of(Severity.HIGH, Severity.HIGH, Severity.MEDIUM, Severity.LOW, Severity.MEDIUM)) {
            String detector = severity + "-" + raised.size();
            Alert alert = found(host(begins(detector, severity, 100 + raised.size())))
                    .get(0)
                    .alert();
            raised.add(detector);
            if (raised.size() == 2) {
                assertThat(book.acknowledge(alert.id(), CLARA)).hasSize(1);
            }
        }
        assertThat(book.open())
                .extracting(alert -> alert.cause().detector())
                .containsExactly("HIGH-0", "MEDIUM-4", "MEDIUM-2", "LOW-3", "HIGH-1");
    }

    @Test
    void whatBeginsInALaterSessionIsToldAndEndsWhatAnEarlierOneLeftOpen() {
        UUID later = new UUID(3, 4);
        register(SESSION);
        register(later);
        Alert left = found(host(begins("heart", Severity.HIGH, 300))).get(0).alert();
        assertThat(book.acknowledge(left.id(), CLARA)).hasSize(1);
        // The MBU's clock was wrong: its new session has earlier instants.
        List<AlertStep> steps = found(of(later, false, begins("heart", Severity.HIGH, 150)));
        assertThat(steps).extracting(AlertStep::step).containsExactly(AlertState.ENDED, AlertState.RAISED);
        assertThat(steps.get(0).alert().id()).isEqualTo(left.id());
        assertThat(book.open()).singleElement().satisfies(alert -> {
            assertThat(alert.session()).isEqualTo(later);
            assertThat(alert.cause().sinceNanos()).isEqualTo(148_000_000_000L);
        });
    }

    @Test
    void whatComesLateOfAnEarlierSessionChangesNothing() {
        UUID later = new UUID(3, 4);
        register(SESSION);
        register(later);
        assertThat(found(of(later, false, begins("heart", Severity.HIGH, 150)))).hasSize(1);
        assertThat(found(host(begins("heart", Severity.HIGH, 120)))).isEmpty();
        assertThat(found(host(ends("heart", Severity.HIGH, 118, 130)))).isEmpty();
        assertThat(found(of(later, true, begins("heart", Severity.HIGH, 150)))).isEmpty();
        assertThat(found(of(later, false, ends("heart", Severity.HIGH, 148, 160))))
                .hasSize(1);
        assertThat(book.open()).isEmpty();
    }

    @Test
    void detectorsBansAndThoseWhoFindAreToldApart() {
        assertThat(found(host(begins("heart", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(found(host(begins("pulse", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(found(new Found("ban-18", SESSION, "host", false, 7, begins("heart", Severity.HIGH, 100))))
                .isNotEmpty();
        assertThat(found(new Found(Findings.BAN, SESSION, "mbu", false, 7, begins("heart", Severity.HIGH, 100))))
                .isNotEmpty();
        assertThat(book.open()).hasSize(4);
    }

    @Test
    void dataThatAreGoneThroughAgainMakeNothingNewAndEndNothing() {
        assertThat(found(host(begins("heart", Severity.MEDIUM, 100)))).isNotEmpty();
        assertThat(found(host(ends("heart", Severity.MEDIUM, 98, 120)))).isNotEmpty();
        assertThat(found(host(begins("heart", Severity.MEDIUM, 200)))).isNotEmpty();
        // After a kill: the same signal, and detectors that have learned from less of it.
        assertThat(found(again(begins("heart", Severity.MEDIUM, 101)))).isEmpty();
        assertThat(found(again(ends("heart", Severity.MEDIUM, 99, 121)))).isEmpty();
        assertThat(found(again(begins("heart", Severity.MEDIUM, 200)))).isEmpty();
        assertThat(book.open()).hasSize(1);
        assertThat(rows("SELECT count(*) FROM alert")).containsExactly("2");
        // What the killed host had found and not kept.
        assertThat(found(again(ends("heart", Severity.MEDIUM, 198, 230)))).isNotEmpty();
        assertThat(found(again(begins("heart", Severity.MEDIUM, 260)))).isNotEmpty();
    }

    /** The data of an MBU that was started again, with a clock that had been set back meanwhile. */
    @Test
    void whatIsFoundAgainIsComparedByItsItemsAlsoIfTheClockWasSetBack() {
        assertThat(found(in(3, false, begins("heart", Severity.MEDIUM, 1000)))).isNotEmpty();
        assertThat(found(in(5, false, ends("heart", Severity.MEDIUM, 998, 1010))))
                .isNotEmpty();
        assertThat(found(in(3, true, begins("heart", Severity.MEDIUM, 1000)))).isEmpty();
        assertThat(found(in(5, true, ends("heart", Severity.MEDIUM, 998, 1010))))
                .isEmpty();
        assertThat(found(in(6, true, begins("heart", Severity.MEDIUM, 100)))).isNotEmpty();
        assertThat(found(in(6, true, ends("heart", Severity.MEDIUM, 98, 101)))).isNotEmpty();
        assertThat(found(in(6, true, begins("heart", Severity.MEDIUM, 102)))).isNotEmpty();
        assertThat(found(in(6, true, begins("heart", Severity.MEDIUM, 100)))).isEmpty();
        assertThat(found(in(6, true, ends("heart", Severity.MEDIUM, 98, 101)))).isEmpty();
        assertThat(found(in(7, true, ends("heart", Severity.MEDIUM, 100, 90)))).isNotEmpty();
        assertThat(book.open()).isEmpty();
    }

    @Test
    void alertsOfAnEarlierVersionAreComparedByInstants() {
        assertThat(found(host(begins("heart", Severity.MEDIUM, 100)))).isNotEmpty();
        assertThat(found(host(ends("heart", Severity.MEDIUM, 98, 120)))).isNotEmpty();
        int changed = tables.write("forget items", connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate("UPDATE alert SET found_item = NULL, over_item = NULL, row_crc = NULL");
            }
        });
        assertThat(changed).isEqualTo(1);
        assertThat(found(in(3, true, begins("heart", Severity.MEDIUM, 100)))).isEmpty();
        assertThat(found(in(9, true, begins("heart", Severity.MEDIUM, 119)))).isEmpty();
        assertThat(found(in(3, true, begins("heart", Severity.MEDIUM, 130)))).isNotEmpty();
    }

    @Test
    void whatDoesNotHoldWhenTheWatchBeginsAnewHasEnded() {
        assertThat(found(host(begins("heart", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(found(host(begins("pulse", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(watching(new UUID(9, 9), "host", List.of())).isEmpty();
        assertThat(watching(SESSION, "mbu", List.of())).isEmpty();
        List<AlertStep> steps = watching(SESSION, "host", List.of(begins("pulse", Severity.HIGH, 100)));
        assertThat(steps).singleElement().satisfies(step -> {
            assertThat(step.step()).isEqualTo(AlertState.ENDED);
            assertThat(step.alert().cause().detector()).isEqualTo("heart");
        });
    }

    @Test
    void onlyWhatNobodyAcknowledgedInTimeEscalatesAndOnlyOnce() {
        Alert first = found(host(begins("heart", Severity.HIGH, 100))).get(0).alert();
        assertThat(book.acknowledge(first.id(), CLARA)).hasSize(1);
        assertThat(book.acknowledge(first.id(), Who.of("owen", "token"))).isEmpty();
        assertThat(found(host(begins("late", Severity.MEDIUM, 100)))).isNotEmpty(); // a day
        assertThat(found(host(begins("low", Severity.LOW, 100)))).isNotEmpty(); // never
        assertThat(book.anyDue()).isFalse();
        assertThat(book.escalate()).isEmpty();
        assertThat(found(host(begins("pulse", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(book.escalate()).hasSize(1);
        assertThat(book.escalate()).isEmpty();
        assertThat(book.find(first.id())
                        .orElseThrow()
                        .acknowledged()
                        .orElseThrow()
                        .by())
                .isEqualTo("clara");
    }

    @Test
    void anAlertOfHighPriorityOfWhichNobodyIsToldIsAProblemUntilTheRulesChange() {
        ContactRules lowOnly = new ContactRules(
                List.of(contact("wearer")),
                List.of(new Rule(
                        Set.of(Severity.LOW), List.of(), Set.of(), Optional.empty(), List.of("wearer"), List.of())),
                Map.of());
        AtomicReference<ContactRules> rules = new AtomicReference<>(lowOnly);
        AlertBook some = new AlertBook(tables, System::nanoTime, rules::get, 100);
        assertThat(take(some, of(Findings.BAN, "one", Severity.MEDIUM))).hasSize(1);
        assertThat(take(some, of(Findings.BAN, "two", Severity.LOW))).hasSize(1);
        assertThat(some.untold()).isEmpty();
        assertThat(take(some, of(Findings.BAN, "three", Severity.HIGH))).hasSize(1);
        assertThat(some.untold().orElseThrow()).contains("alert three of BAN " + Findings.BAN, "no rule has contacts");
        rules.set(RULES);
        assertThat(some.untold()).isEmpty();
        rules.set(ContactRules.NONE);
        assertThat(take(some, of(Findings.BAN, "four", Severity.HIGH))).hasSize(1);
        assertThat(some.untold()).as("without a file nobody is to be told").isEmpty();
    }

    @Test
    void aPersonEndsWhatNoDetectorWillEnd() {
        Alert alert = found(host(begins("heart", Severity.HIGH, 100))).get(0).alert();
        assertThat(book.end(alert.id(), CLARA)).isPresent();
        assertThat(book.end(alert.id(), CLARA)).isEmpty();
        assertThat(book.acknowledge(alert.id(), CLARA)).isEmpty();
        assertThat(found(again(begins("heart", Severity.HIGH, 100)))).isEmpty();
        assertThat(book.find(new UUID(0, 0))).isEmpty();
    }

    @Test
    void aStepIsKeptWithItsDeliveriesOrNotAtAll() {
        assertThatThrownBy(() -> bookOf(new Failing(tables)).take(List.of(host(begins("heart", Severity.HIGH, 100)))))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("cannot keep alerts");
        for (String table : List.of("alert", "alert_step", "alert_delivery")) {
            assertThat(rows("SELECT count(*) FROM " + table)).containsExactly("0");
        }
        assertThat(found(host(begins("heart", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(rows("SELECT count(*) FROM alert_delivery")).containsExactly("1");
    }

    @Test
    void aContactForWhomTooManyWaitCostsNoOther() {
        AlertBook full = new AlertBook(tables, System::nanoTime, () -> RULES, 2);
        ContactRules both = new ContactRules(
                List.of(contact("ward"), contact("on-call")),
                List.of(new Rule(
                        Set.of(), List.of(), Set.of(), Optional.empty(), List.of("on-call", "ward"), List.of())),
                Map.of());
        assertThat(take(full, of(Findings.BAN, "one", Severity.HIGH)).get(0).givenUp())
                .isEmpty();
        assertThat(take(full, of(Findings.BAN, "two", Severity.HIGH)).get(0).givenUp())
                .isEmpty();
        assertThat(take(full, of("ban-18", "three", Severity.LOW)).get(0).givenUp())
                .as("nothing waits for the other contact")
                .isEmpty();
        assertThat(take(new AlertBook(tables, System::nanoTime, () -> both, 2), of("ban-18", "four", Severity.HIGH))
                        .get(0)
                        .givenUp())
                .as("of two contacts only the one without room")
                .containsExactly(WARD);
        assertThat(rows("SELECT contact, outcome FROM alert_delivery ORDER BY contact, outcome"))
                .containsExactly("on-call 0", "ward 0", "ward 0", "ward 2", "wearer 0");
        assertThat(full.open()).hasSize(4);
    }

    @Test
    void theWearerOfABanWhoseMbuNeverComesBackCostsNoOtherWearer() {
        ContactRules wearers = new ContactRules(
                List.of(new Contact("wearer", new Way.Wearer())),
                List.of(new Rule(Set.of(), List.of(), Set.of(), Optional.empty(), List.of("wearer"), List.of())),
                Map.of());
        AlertBook full = new AlertBook(tables, System::nanoTime, () -> wearers, 1);
        assertThat(take(full, of("ban-1", "one", Severity.LOW)).get(0).givenUp())
                .isEmpty();
        assertThat(take(full, of("ban-1", "two", Severity.LOW)).get(0).givenUp())
                .containsExactly(new Destination("wearer", "ban-1"));
        assertThat(take(full, of("ban-2", "one", Severity.LOW)).get(0).givenUp())
                .isEmpty();
    }

    @Test
    void whatWaitsIsCountedAnewByTheNextProcessAndWhenThereIsRoomAgain() {
        AtomicLong nanos = new AtomicLong();
        OutboxRoom room = new OutboxRoom(3, nanos::get);
        for (int i = 0; i < 3; i++) {
            assertThat(found(of(Findings.BAN, "d" + i, Severity.HIGH))).hasSize(1);
        }
        assertThat(takes(room)).isFalse();
        assertThat(rows("SELECT contact FROM alert_delivery WHERE outcome = 0")).containsOnly("ward");
        assertThat(tables.read(OutboxRows::waitingContacts)).containsExactly("ward");
        assertThat((int) tables.write("remove", connection -> OutboxRows.remove(connection, "ward", 5)))
                .isEqualTo(3);
        assertThat(takes(room)).as("it is not counted for each step").isFalse();
        nanos.addAndGet(1_000_000_000);
        assertThat(takes(room)).isTrue();
        assertThat(rows("SELECT DISTINCT outcome, done_nanos FROM alert_delivery"))
                .containsExactly("4 5");
        assertThat(tables.read(OutboxRows::waitingContacts)).isEmpty();
    }

    private boolean takes(OutboxRoom room) {
        return tables.write("count", connection -> room.takes(connection, WARD, Findings.BAN));
    }

    @Test
    void aClaimIsOneHostsUntilItsTimeIsOver() {
        assertThat(found(host(begins("heart", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(book.escalate()).hasSize(1);
        List<Delivery> first = claim("a", 1000, 2000);
        assertThat(first)
                .singleElement()
                .satisfies(one -> assertThat(one.number()).isEqualTo(1));
        assertThat(claim("b", 1500, 2500)).as("while the first host has it").isEmpty();
        assertThat(claim("b", 2000, 3000))
                .as("when its time is over")
                .isEqualTo(List.of(
                        new Delivery(first.get(0).alert(), WARD, 1, first.get(0).body(), 2)));
        assertThat(tables.<Boolean>write("test", connection -> OutboxRows.delivered(connection, first.get(0), 9)))
                .as("the first host was only slow")
                .isTrue();
        assertThat(claim("b", 3000, 4000))
                .singleElement()
                .satisfies(one -> assertThat(one.number()).isEqualTo(2));
        assertThat(tables.<Boolean>write("test", connection -> OutboxRows.delivered(connection, first.get(0), 9)))
                .isFalse();
    }

    @Test
    void aClaimForAnMbuIsOfItsBanOnly() {
        assertThat(found(host(begins("heart", Severity.HIGH, 100)))).isNotEmpty();
        assertThat(found(new Found("ban-18", SESSION, "host", false, 7, begins("heart", Severity.HIGH, 100))))
                .isNotEmpty();
        assertThat(tables.<Set<String>>read(connection -> OutboxRows.waitingBans(connection, "ward")))
                .containsExactly(Findings.BAN, "ban-18");
        Destination mbu = new Destination("ward", "ban-18");
        long far = Long.MAX_VALUE / 2;
        List<Delivery> claimed = tables.write(
                "test",
                connection -> new OutboxTurns()
                        .claim(connection, mbu, new OutboxTurns.Claim("a", far, far + 1000, tables.skipLocked()), 10));
        assertThat(claimed)
                .singleElement()
                .satisfies(one -> assertThat(one.body()).contains("\"ban\":\"ban-18\""));
        assertThat(tables.<Boolean>write("test", connection -> OutboxRows.refused(connection, claimed.get(0), 9)))
                .isTrue();
        assertThat(rows("SELECT outcome FROM alert_delivery ORDER BY outcome")).containsExactly("0", "3");
    }

    private List<Delivery> claim(String host, long now, long until) {
        long far = Long.MAX_VALUE / 2;
        return tables.write(
                "test",
                connection -> new OutboxTurns()
                        .claim(
                                connection,
                                WARD,
                                new OutboxTurns.Claim(host, far + now, far + until, tables.skipLocked()),
                                10));
    }
}
