package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.alert.Findings.SESSION;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;
import static org.banip.surrogate.alert.Findings.host;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.core.error.BanipException;
import org.banip.server.audit.Who;
import org.junit.jupiter.api.Test;

/** When alerts end that do not end with their finding, whatever the database. */
abstract class LatchingAlertsContract extends CrowdedAlertsContract {
    static final Who CLARA = Who.of("clara", "password");

    @Test
    void aSilenceEndsWhenItsGroupDeliversInThisSessionOrInALaterOneAndNotWhenTheWatchBeginsAnew() {
        UUID later = new UUID(3, 4);
        register(SESSION);
        register(later);
        for (UUID session : List.of(SESSION, later)) {
            Finding silent = Findings.of("silent", begins("quiet", Severity.HIGH, session.equals(SESSION) ? 100 : 50));
            assertThat(found(of(session, true, silent))).hasSize(1);
            assertThat(found(of(session, true, silent))).isEmpty();
            assertThat(watching(session, "host", List.of())).isEmpty();
            assertThat(take(book, new Delivered("ban-18", later, "host", "ecg", 8)))
                    .isEmpty();
            assertThat(take(book, new Delivered(Findings.BAN, later, "host", "motion", 8)))
                    .isEmpty();
            assertThat(book.open()).hasSize(1);
            assertThat(take(book, new Delivered(Findings.BAN, later, "host", "ecg", 8)))
                    .extracting(AlertStep::step)
                    .containsExactly(AlertState.ENDED);
            assertThat(take(book, new Delivered(Findings.BAN, later, "host", "ecg", 8)))
                    .isEmpty();
            assertThat(found(of(session, true, silent))).isEmpty();
        }
        assertThat(found(of(later, false, Findings.of("silent", begins("quiet", Severity.HIGH, 300)))))
                .hasSize(1);
        assertThat(take(book, new Delivered(Findings.BAN, SESSION, "host", "ecg", 8)))
                .as("what comes late of the earlier session")
                .isEmpty();
    }

    /** It was told before that item was stored. */
    @Test
    void aSilenceBehindTheFirstItemThatAGroupDeliversStays() {
        register(SESSION);
        Finding silent = Findings.of("silent", begins("quiet", Severity.HIGH, 100));
        assertThat(found(in(7, false, silent))).hasSize(1);
        assertThat(take(book, new Delivered(Findings.BAN, SESSION, "host", "ecg", 7)))
                .isEmpty();
        assertThat(book.open()).hasSize(1);
        assertThat(take(book, new Delivered(Findings.BAN, SESSION, "host", "ecg", 8)))
                .hasSize(1);
    }

    private static Finding fallBegins(long seconds) {
        return Findings.of("fall", begins("down", Severity.HIGH, seconds));
    }

    private static Finding fallEnds(long since, long seconds) {
        return Findings.of("fall", ends("down", Severity.HIGH, since, seconds));
    }

    private List<AlertState> acknowledge(UUID id) {
        return book.acknowledge(id, CLARA).stream().map(AlertStep::step).toList();
    }

    @Test
    void aFallThatIsOverEscalatesAndStaysOpenUntilSomebodyAcknowledgesIt() {
        UUID id = found(host(fallBegins(100))).get(0).alert().id();
        assertThat(found(host(fallEnds(98, 103)))).isEmpty();
        assertThat(book.open()).extracting(Alert::state).containsExactly(AlertState.RAISED);
        assertThat(book.open()).extracting(Alert::over).containsExactly(true);
        assertThat(book.escalate()).hasSize(1);
        assertThat(book.open()).extracting(Alert::state).containsExactly(AlertState.ESCALATED);
        assertThat(acknowledge(id)).containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
        assertThat(acknowledge(id)).isEmpty();
        assertThat(found(host(fallEnds(98, 103)))).isEmpty();
        assertThat(book.open()).isEmpty();
        assertThat(rows("SELECT number, step, who FROM alert_step ORDER BY number"))
                .containsExactly("1 raised host", "2 escalated host", "3 acknowledged clara", "4 ended host");
        assertThat(rows("SELECT number FROM alert_delivery WHERE contact = 'ward' ORDER BY number"))
                .containsExactly("1", "2", "3", "4");
        assertThat(rows("SELECT over_nanos FROM alert")).containsExactly("103000000000");
        assertThat(found(host(fallBegins(200)))).as("a new one").hasSize(1);
    }

    @Test
    void aSuddenChangeStaysOpenToo() {
        for (String kind : List.of("rise", "fall")) {
            UUID id = found(host(Findings.of(kind, begins("jump", Severity.LOW, 100))))
                    .get(0)
                    .alert()
                    .id();
            assertThat(found(host(Findings.of(kind, ends("jump", Severity.LOW, 98, 101)))))
                    .isEmpty();
            assertThat(acknowledge(id)).containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
        }
    }

    @Test
    void whoFallsAgainBeforeAnybodyAcknowledgesTheFirstTimeMakesNoSecondAlertAndIsNotOver() {
        UUID id = found(in(1, false, fallBegins(100))).get(0).alert().id();
        assertThat(found(in(2, false, fallEnds(98, 103)))).isEmpty();
        assertThat(found(in(3, false, fallBegins(110)))).isEmpty();
        assertThat(book.open()).extracting(Alert::over).containsExactly(false);
        assertThat(found(in(1, true, fallBegins(100)))).isEmpty();
        assertThat(found(in(2, true, fallEnds(98, 103)))).isEmpty();
        assertThat(acknowledge(id)).containsExactly(AlertState.ACKNOWLEDGED);
        assertThat(found(in(4, false, fallEnds(108, 120)))).hasSize(1);
        assertThat(book.open()).isEmpty();
    }

    @Test
    void aFallOfWhichAKilledHostKeptNoEndIsOverWhenItIsFoundAgain() {
        UUID id = found(in(1, false, fallBegins(100))).get(0).alert().id();
        assertThat(found(in(1, true, fallBegins(100)))).isEmpty();
        assertThat(found(in(2, true, fallEnds(98, 103)))).isEmpty();
        assertThat(watching(SESSION, "host", List.of())).isEmpty();
        assertThat(found(in(2, true, fallEnds(98, 103)))).isEmpty();
        assertThat(book.open()).hasSize(1);
        assertThatThrownBy(() -> bookOf(new Failing(tables)).acknowledge(id, CLARA))
                .isInstanceOf(BanipException.class);
        assertThat(book.open()).extracting(Alert::state).containsExactly(AlertState.RAISED);
        assertThat(acknowledge(id)).containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
        assertThat(found(in(1, true, fallBegins(100)))).isEmpty();
        assertThat(found(in(2, true, fallEnds(98, 103)))).isEmpty();
        assertThat(rows("SELECT count(*) FROM alert")).containsExactly("1");
    }

    @Test
    void aFallThatNobodyWatchesAnyMoreIsOverWithItsAcknowledgement() {
        UUID id = found(host(fallBegins(100))).get(0).alert().id();
        assertThat(watching(SESSION, "host", List.of())).isEmpty();
        assertThat(book.open()).hasSize(1);
        assertThat(acknowledge(id)).containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
    }

    @Test
    void aPersonEndsAFallAtOnce() {
        UUID id = found(host(fallBegins(100))).get(0).alert().id();
        assertThat(book.end(id, CLARA)).isPresent();
        assertThat(found(host(fallEnds(98, 103)))).isEmpty();
        assertThat(acknowledge(id)).isEmpty();
    }

    /** Sessions in the order of their registrations. */
    private List<UUID> sessions(int number) {
        List<UUID> sessions = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            sessions.add(new UUID(3, 1000 - i));
            register(sessions.get(i));
        }
        return sessions;
    }

    @Test
    void aFallThatNobodyAcknowledgedStaysOpenBesideThatOfALaterSession() {
        List<UUID> sessions = sessions(2);
        UUID first = sessions.get(0);
        UUID later = sessions.get(1);
        UUID old = found(of(first, false, fallBegins(100))).get(0).alert().id();
        assertThat(book.escalate()).hasSize(1);
        List<AlertStep> raised = found(of(later, false, fallBegins(50)));
        assertThat(raised).extracting(AlertStep::step).containsExactly(AlertState.RAISED);
        UUID newer = raised.get(0).alert().id();
        // The same again, as after a kill, in both sessions.
        for (UUID session : sessions) {
            boolean isFirst = session.equals(first);
            assertThat(found(of(session, true, fallBegins(isFirst ? 100 : 50)))).isEmpty();
            assertThat(found(of(session, false, fallBegins(isFirst ? 102 : 52))))
                    .isEmpty();
            assertThat(found(of(session, false, fallEnds(isFirst ? 100 : 50, isFirst ? 105 : 55))))
                    .isEmpty();
        }
        assertThat(book.open()).extracting(Alert::id).containsExactlyInAnyOrder(old, newer);
        assertThat(book.escalate()).as("the new one").hasSize(1);
        assertThat(acknowledge(old)).containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
        assertThat(book.open()).extracting(Alert::id).containsExactly(newer);
        assertThat(found(of(first, true, fallBegins(100)))).isEmpty();
        assertThat(acknowledge(newer)).containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
        assertThat(rows("SELECT count(*) FROM alert")).containsExactly("2");
        assertThat(rows("SELECT count(*) FROM alert_delivery WHERE contact = 'ward'"))
                .containsExactly("8");
    }

    @Test
    void anOldFallOfWhichNobodyFoundTheEndEndsWithItsAcknowledgementOnceALaterSessionFoundOne() {
        List<UUID> sessions = sessions(2);
        UUID old = found(of(sessions.get(0), false, fallBegins(100)))
                .get(0)
                .alert()
                .id();
        assertThat(found(of(sessions.get(1), false, fallBegins(50)))).hasSize(1);
        assertThat(acknowledge(old)).containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
        assertThat(book.open())
                .singleElement()
                .satisfies(left -> assertThat(left.session()).isEqualTo(sessions.get(1)));
    }

    @Test
    void anOldFallThatSomebodyTakesCareOfEndsWhenALaterSessionFindsOne() {
        List<UUID> sessions = sessions(2);
        UUID old = found(of(sessions.get(0), false, fallBegins(100)))
                .get(0)
                .alert()
                .id();
        assertThat(acknowledge(old)).containsExactly(AlertState.ACKNOWLEDGED);
        assertThat(found(of(sessions.get(1), false, fallBegins(50))))
                .extracting(AlertStep::step)
                .containsExactly(AlertState.ENDED, AlertState.RAISED);
    }

    @Test
    void theEndOfAnOldFallIsKeptAsItWasFoundWhenALaterSessionFindsAnother() {
        List<UUID> sessions = sessions(2);
        assertThat(found(of(sessions.get(0), false, fallBegins(100)))).hasSize(1);
        assertThat(found(of(sessions.get(0), false, fallEnds(98, 103)))).isEmpty();
        assertThat(found(of(sessions.get(1), false, fallBegins(50)))).hasSize(1);
        assertThat(rows("SELECT over_nanos FROM alert WHERE session = '" + sessions.get(0) + "'"))
                .containsExactly("103000000000");
    }

    @Test
    void onlySoManyFallsOfSessionsStandBesideEachOther() {
        List<UUID> sessions = sessions(AlertBook.MOST_ALIKE + 1);
        for (UUID session : sessions.subList(0, AlertBook.MOST_ALIKE)) {
            assertThat(found(of(session, false, fallBegins(100)))).hasSize(1);
        }
        UUID last = sessions.get(AlertBook.MOST_ALIKE);
        assertThat(found(of(last, false, fallBegins(100)))).isEmpty();
        assertThat(found(of(last, false, fallEnds(98, 103)))).isEmpty();
        assertThat(book.open()).hasSize(AlertBook.MOST_ALIKE);
        UUID any = book.open().get(3).id();
        assertThat(acknowledge(any)).containsExactly(AlertState.ACKNOWLEDGED, AlertState.ENDED);
        assertThat(found(of(last, false, fallBegins(120)))).hasSize(1);
    }

    @Test
    void fallsThatFindNoPlaceAgainAndAgainDoNotFillTheLog() {
        List<UUID> sessions = sessions(AlertBook.MOST_ALIKE + 1);
        for (UUID session : sessions.subList(0, AlertBook.MOST_ALIKE)) {
            assertThat(found(of(session, false, fallBegins(100)))).hasSize(1);
        }
        UUID last = sessions.get(AlertBook.MOST_ALIKE);
        try (LoggedLines lines = new LoggedLines()) {
            for (int at = 200; at < 450; at += 10) {
                assertThat(found(of(last, false, fallBegins(at)))).isEmpty();
                assertThat(found(of(last, false, fallEnds(at - 2, at + 3)))).isEmpty();
            }
            assertThat(lines.with("wait for an acknowledgement")).isBetween(1L, LoggedLines.MOST);
        }
    }
}
