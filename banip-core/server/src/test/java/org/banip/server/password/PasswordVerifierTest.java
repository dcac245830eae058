package org.banip.server.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.server.address.ClientNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many comparisons run at the same time. Each one ends when the test lets it. */
class PasswordVerifierTest {
    private static final int AT_START = 4;
    private static final int LATER = 1;
    private static final int WAITING = 16;
    private static final long PATIENCE_SECONDS = 60;

    private final AtomicLong now = new AtomicLong();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore go = new Semaphore(0);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger mostRunning = new AtomicInteger();
    private final ProvenCredentials proven = new ProvenCredentials();
    private final PasswordVerifier verifier =
            new PasswordVerifier(new VerificationLimits(LATER, AT_START, WAITING), this::compare, now::get);

    private boolean compare(Attempt attempt) {
        mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
        begun.release();
        go.acquireUninterruptibly();
        running.decrementAndGet();
        return true;
    }

    @AfterEach
    void close() {
        go.release(AT_START * 2);
        verifier.close();
    }

    @Test
    void allCoresCompareInTheFirstMinuteAfterAStart() throws Exception {
        now.set(Duration.ofSeconds(59).toNanos());
        List<CompletableFuture<PasswordVerifier.Outcome>> answers = offer(0, AT_START);
        awaitBegun(AT_START);
        go.release(AT_START);
        assertThat(answers).allMatch(answer -> answer.join() == PasswordVerifier.Outcome.RIGHT);
    }

    @Test
    void afterTheFirstMinuteACoreIsLeftForRelaying() throws Exception {
        now.set(Duration.ofSeconds(61).toNanos());
        List<CompletableFuture<PasswordVerifier.Outcome>> answers = new ArrayList<>(offer(0, 1));
        awaitBegun(1);
        answers.addAll(offer(1, AT_START));
        go.release(1 + AT_START);
        assertThat(answers).allMatch(answer -> answer.join() == PasswordVerifier.Outcome.RIGHT);
        assertThat(mostRunning).hasValue(LATER);
    }

    @Test
    void everyAttemptHasAnOutcomeAlthoughTheVerifierIsClosed() throws Exception {
        List<CompletableFuture<PasswordVerifier.Outcome>> before = offer(0, AT_START + WAITING);
        awaitBegun(AT_START);
        verifier.close();
        List<CompletableFuture<PasswordVerifier.Outcome>> after = offer(100, 2 * WAITING);
        assertThat(before).allMatch(CompletableFuture::isDone);
        assertThat(after).allMatch(answer -> answer.getNow(null) == PasswordVerifier.Outcome.BUSY);
    }

    private void awaitBegun(int comparisons) throws InterruptedException {
        assertThat(begun.tryAcquire(comparisons, PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("%s comparisons at the same time", comparisons)
                .isTrue();
    }

    private List<CompletableFuture<PasswordVerifier.Outcome>> offer(int first, int count) {
        List<CompletableFuture<PasswordVerifier.Outcome>> answers = new ArrayList<>();
        PasswordHash hash = PasswordHash.decoy(4);
        for (int i = first; i < first + count; i++) {
            BasicCredentials credentials = new BasicCredentials("user-" + i, "password");
            answers.add(verifier.verify(new Attempt(
                    credentials, proven.digest(credentials), Optional.of(hash), hash, ClientNetwork.of("192.0.2.1"))));
        }
        return answers;
    }
}
