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
import org.junit.jupiter.api.Test;

/** What waits for the store, whose turn it is, and what is left of a share that is full. */
class FindingQueueTest {
    private static final int MOST = 4;

    private final FindingQueue queue = new FindingQueue(MOST);

    private static Report of(String ban, Finding finding) {
        return new Found(ban, SESSION, "mbu", false, 7, finding);
    }

    private void add(String ban, Finding... findings) {
        for (Finding finding : findings) {
            queue.add(of(ban, finding));
        }
    }

    private List<Report> taken() throws InterruptedException {
        List<Report> all = new ArrayList<>();
        for (List<Report> some = queue.take(1, 0); !some.isEmpty(); some = queue.take(1, 0)) {
            all.addAll(some);
        }
        return all;
    }

    private static Finding low(String detector) {
        return begins(detector, Severity.LOW, 100);
    }

    private static Watching anew(Finding... holding) {
        return new Watching("ban-a", SESSION, "mbu", List.of(holding));
    }

    @Test
    void eachBanHasItsTurn() throws Exception {
        add("ban-a", low("one"), low("two"), low("three"));
        add("ban-b", low("one"));
        assertThat(queue.take(3, 0))
                .containsExactly(of("ban-a", low("one")), of("ban-a", low("two")), of("ban-b", low("one")));
        assertThat(taken()).containsExactly(of("ban-a", low("three")));
        assertThat(queue.take(1, 0)).isEmpty();
    }

    @Test
    void thoseWhoFindInTheDataOfABanHaveTurnsOfTheirOwn() throws Exception {
        add("ban-a", low("one"), low("two"), low("three"), low("four"), low("five"));
        Report host = new Found("ban-a", SESSION, "host", false, 7, low("heart"));
        queue.add(host);
        assertThat(queue.take(3, 0)).contains(host);
        assertThat(queue.lost()).isEqualTo(1);
    }

    @Test
    void highComesFirstAndTheOldestIsNotLeftToWait() throws Exception {
        Finding first = begins("heart", Severity.HIGH, 100);
        Finding second = begins("fall", Severity.HIGH, 100);
        add("ban-a", low("one"), low("two"), first, second);
        assertThat(taken())
                .containsExactly(
                        of("ban-a", first), of("ban-a", low("one")), of("ban-a", second), of("ban-a", low("two")));
    }

    @Test
    void highPassesNothingOfItsOwnDetectorAndKindAndNoWatchThatBegins() throws Exception {
        Finding before = ends("heart", Severity.LOW, 90, 95);
        Finding high = begins("heart", Severity.HIGH, 100);
        add("ban-a", low("one"), before, high);
        assertThat(taken()).containsExactly(of("ban-a", low("one")), of("ban-a", before), of("ban-a", high));
        add("ban-a", low("one"));
        queue.add(anew());
        add("ban-a", high);
        assertThat(taken()).containsExactly(of("ban-a", low("one")), anew(), of("ban-a", high));
    }

    @Test
    void ofAFullShareTheLastStateOfEachDetectorIsKept() throws Exception {
        add("ban-a", begins("one", Severity.LOW, 100), ends("one", Severity.LOW, 98, 110));
        add("ban-a", begins("one", Severity.LOW, 120), ends("one", Severity.LOW, 118, 130));
        add("ban-a", low("two"));
        assertThat(queue.collapsed()).isEqualTo(1);
        add("ban-a", begins("one", Severity.LOW, 140), ends("one", Severity.LOW, 138, 150));
        add("ban-a", begins("one", Severity.LOW, 160), ends("one", Severity.LOW, 158, 170));
        assertThat(queue.collapsed()).isEqualTo(3);
        assertThat(queue.lost()).isZero();
        assertThat(taken())
                .as("what opened and ended is one, and ends after it began")
                .containsExactly(
                        of("ban-a", begins("one", Severity.LOW, 160)),
                        of("ban-a", low("two")),
                        of("ban-a", ends("one", Severity.LOW, 158, 170)));
    }

    /** An MBU can bring that about all the time. */
    @Test
    void sharesThatAreFullAndEmptyInTurnDoNotFillTheLog() throws Exception {
        int rounds = 25;
        try (LoggedLines lines = new LoggedLines()) {
            for (int round = 0; round < rounds; round++) {
                add("ban-a", begins("one", Severity.LOW, 100), ends("one", Severity.LOW, 98, 110));
                add("ban-a", begins("one", Severity.LOW, 120), ends("one", Severity.LOW, 118, 130));
                add("ban-a", low("two"), low("three"), low("four"), low("five"), low("six"));
                assertThat(taken()).hasSize(MOST);
            }
            assertThat(queue.collapsed()).isGreaterThanOrEqualTo(rounds);
            assertThat(queue.lost()).isGreaterThanOrEqualTo(rounds);
            assertThat(lines.with("only the last one is kept")).isBetween(1L, LoggedLines.MOST);
            assertThat(lines.with("are lost")).isBetween(1L, LoggedLines.MOST);
        }
    }

    @Test
    void whatIsOpenInTheStoreEndsBeforeItBeginsAnew() {
        List<Report> waiting = List.of(
                of("ban-a", ends("one", Severity.LOW, 80, 90)),
                of("ban-a", begins("one", Severity.LOW, 100)),
                of("ban-a", ends("one", Severity.LOW, 98, 110)),
                of("ban-a", begins("one", Severity.LOW, 120)));
        CollapsedFindings collapsed = new CollapsedFindings(waiting);
        assertThat(collapsed.kept()).containsExactly(waiting.get(0), waiting.get(3));
        assertThat(collapsed.left()).isEqualTo(1);
    }

    @Test
    void sessionsAreToldApart() {
        Report other = new Found("ban-a", new UUID(3, 4), "mbu", false, 7, begins("one", Severity.LOW, 120));
        List<Report> waiting = List.of(of("ban-a", begins("one", Severity.LOW, 100)), other);
        assertThat(new CollapsedFindings(waiting).kept()).isEqualTo(waiting);
    }

    @Test
    void watchesThatBeginAnewAgainAndAgainAreTheFirstAndTheLast() {
        Watching holds = anew(begins("held", Severity.LOW, 90));
        List<Report> waiting = new ArrayList<>(List.of(holds));
        for (int i = 0; i < 5; i++) {
            waiting.add(anew());
            waiting.add(of("ban-a", begins("one", Severity.LOW, 100 + 10 * i)));
        }
        assertThat(new CollapsedFindings(waiting).kept())
                .as("what held has ended for the first of them")
                .containsExactly(
                        holds,
                        anew(),
                        of("ban-a", begins("one", Severity.LOW, 130)),
                        anew(),
                        of("ban-a", begins("one", Severity.LOW, 140)));
    }
}
