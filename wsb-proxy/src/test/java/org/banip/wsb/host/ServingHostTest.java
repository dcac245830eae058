package org.banip.wsb.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.wsb.spi.KnownHost;
import org.junit.jupiter.api.Test;

/** When a host counts as dead, and when it is asked again. The test is the clock and the network. */
class ServingHostTest {
    private static final HostTimes TIMES = new HostTimes(Duration.ofSeconds(2), Duration.ofSeconds(15));

    /** A clock may begin anywhere, and goes on at its lowest value after its highest (System.nanoTime). */
    private static final long BEGIN = Long.MAX_VALUE - Duration.ofSeconds(7).toNanos();

    private final List<HostQuestion.Listener> questions = new ArrayList<>();
    private long millis;
    private final ServingHost host = of("a");

    private ServingHost of(String id) {
        return new ServingHost(
                new KnownHost(id, URI.create("http://127.0.0.1:1/"), OptionalLong.of(7)),
                TIMES,
                (known, patience, listener) -> questions.add(listener),
                () -> BEGIN + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private HostQuestion.Listener lastQuestion() {
        return questions.get(questions.size() - 1);
    }

    private void pass(long more) {
        for (long end = millis + more; millis < end; millis += 50) {
            host.tick();
        }
    }

    @Test
    void isAskedOncePerIntervalAndByOneQuestionAtATime() {
        pass(5_000);
        assertThat(questions).hasSize(1);
        lastQuestion().answered(new HostLoad(3, 10, "s", true));
        pass(1_900);
        assertThat(questions).hasSize(1);
        pass(200);
        assertThat(questions).hasSize(2);
    }

    @Test
    void slowHostIsNotDead() {
        for (int question = 1; question < 5; question++) {
            pass(14_000);
            assertThat(questions).hasSize(question);
            lastQuestion().answered(new HostLoad(3, 10, "s", true));
            assertThat(host.isDead()).isFalse();
            pass(2_050);
        }
    }

    @Test
    void hostWhoseStreamsMoveIsNotDeadThoughItAnswersNoQuestion() {
        for (int second = 0; second < 100; second++) {
            pass(1000);
            host.heard();
            if (second % 15 == 14) {
                lastQuestion().unanswered("no answer in time");
            }
        }
        assertThat(host.isDead()).isFalse();
        pass(15_100);
        assertThat(host.isDead()).isTrue();
    }

    @Test
    void hostThatSendsNothingAfterAQuestionIsDeadUntilItSendsSomething() {
        pass(15_000);
        assertThat(host.isDead()).isFalse();
        pass(200);
        assertThat(host.isDead()).isTrue();
        lastQuestion().unanswered("no answer in time");
        pass(1_100);
        assertThat(questions).hasSize(2);
        assertThat(host.isDead()).isTrue();
        lastQuestion().answered(new HostLoad(0, 10, "s", true));
        assertThat(host.isDead()).isFalse();
    }

    @Test
    void hostThatDiesOfSilenceIsAskedOnThoughARequestCannotBeBrokenOff() {
        AtomicInteger broken = new AtomicInteger();
        for (int request = 0; request < 3; request++) {
            host.began(() -> {
                broken.incrementAndGet();
                throw new RejectedExecutionException("closed");
            });
        }
        pass(50);
        lastQuestion().unanswered("it was closed");
        millis += 20_000;

        host.tick();

        assertThat(host.isSilent()).isTrue();
        assertThat(broken).hasValue(3);
        assertThat(questions).hasSize(2);
        lastQuestion().answered(new HostLoad(0, 10, "s", true));
        assertThat(host.isSilent()).isFalse();
    }

    @Test
    void deadHostIsAskedAgainWithBackOffOfTenSecondsAtMost() {
        List<Long> asked = new ArrayList<>();
        for (int refusal = 0; refusal < 9; refusal++) {
            int before = questions.size();
            while (questions.size() == before) {
                pass(50);
            }
            asked.add(millis);
            lastQuestion().unusable("Connection refused");
            assertThat(host.isDead()).isTrue();
        }
        List<Long> waits = new ArrayList<>();
        for (int i = 1; i < asked.size(); i++) {
            waits.add(asked.get(i) - asked.get(i - 1));
        }
        // The refusal comes a step of the clock, 50 ms, after the question.
        assertThat(waits).containsExactly(1_050L, 2_050L, 4_050L, 8_050L, 10_050L, 10_050L, 10_050L, 10_050L);
        pass(10_100);
        lastQuestion().answered(new HostLoad(0, 10, "s", true));
        assertThat(host.isDead()).isFalse();
    }

    @Test
    void brokenConnectionsAskAtOnceAndNoStormOfQuestionsFollows() {
        pass(50);
        lastQuestion().answered(new HostLoad(0, 10, "s", true));
        pass(1_000);
        for (int connection = 0; connection < 100; connection++) {
            host.broke();
        }
        assertThat(questions).hasSize(2);
        lastQuestion().unanswered("it was closed");
        for (int connection = 0; connection < 100; connection++) {
            host.broke();
        }
        assertThat(questions).hasSize(2);
    }

    @Test
    void loadCountsWhatWasSentSinceItWasAsked() {
        pass(50);
        assertThat(host.load()).isEqualTo(7);
        host.take();
        lastQuestion().answered(new HostLoad(3, 10, "s", true));
        assertThat(host.load()).isEqualTo(0.4);
        pass(2_100);
        host.take();
        lastQuestion().answered(new HostLoad(4, 10, "s", true));
        assertThat(host.load()).isEqualTo(0.5);
        pass(2_100);
        lastQuestion().answered(new HostLoad(5, 10, "s", true));
        assertThat(host.load()).isEqualTo(0.5);
    }

    @Test
    void busyHostLivesAndCountsAsFull() {
        pass(50);
        lastQuestion().answered(new HostLoad(3, 10, "s", true));
        pass(2_100);
        lastQuestion().busy();
        assertThat(host.isDead()).isFalse();
        assertThat(host.load()).isEqualTo(1);
        assertThat(host.store()).contains("s");
        pass(2_100);
        lastQuestion().answered(new HostLoad(3, 10, "s", true));
        assertThat(host.load()).isEqualTo(0.3);
    }

    @Test
    void deadHostLivesAgainWhenItIsOnlyBusy() {
        pass(50);
        lastQuestion().unusable("Connection refused");
        pass(1_100);
        lastQuestion().busy();
        assertThat(host.isDead()).isFalse();
    }

    /** Its streams may go on while it refuses the question: then it would be dead and alive in turns. */
    @Test
    void hostThatRefusesTheQuestionStaysDeadThoughItsStreamsMove() {
        pass(50);
        lastQuestion().refused("it answers 404 to the question for its load");
        for (int second = 0; second < 30; second++) {
            pass(1_000);
            host.answers();
            assertThat(host.isDead()).as("after %d s", second).isTrue();
        }
        assertThat(questions).hasSizeLessThan(10);
        lastQuestion().answered(new HostLoad(0, 10, "s", true));
        assertThat(host.isDead()).isFalse();
    }

    @Test
    void hostThatWasNeverHeardIsDeadAfterItsSilenceAndNotBefore() {
        pass(14_900);
        assertThat(host.isDead()).isFalse();
        pass(300);
        assertThat(host.isDead()).isTrue();
    }

    @Test
    void hostThatWasNotAskedForTheLongestTimeIsKnownWhateverTheClockShows() {
        ServingHost never = of("b");
        pass(50);
        lastQuestion().unusable("Connection refused");
        pass(8_000);
        assertThat(host.unaskedNanos()).isBetween(0L, TimeUnit.SECONDS.toNanos(8));
        assertThat(never.unaskedNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void onlyHostIsNeverDead() {
        ServingHost only = of("");
        only.unusable();
        only.broke();
        assertThat(only.isDead()).isFalse();
        assertThat(questions).isEmpty();
    }
}
