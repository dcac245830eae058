package org.banip.wsb.authentication;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Compares passwords with bcrypt hashes on a few threads of its own, so that a flood of wrong passwords leaves cores to those who are in.
 * What waits is bounded, in all and per remote address; beyond that it says no. Equal attempts at the same time are compared
 * once. Any thread.
 */
final class PasswordVerifier implements AutoCloseable {
    private final BiPredicate<PasswordHash, byte[]> comparison;
    private final ThreadPoolExecutor threads;
    private final int mostPerAddress;
    private final ConcurrentMap<String, Integer> waitingByAddress = new ConcurrentHashMap<>();
    private final ConcurrentMap<Attempt, CompletableFuture<Boolean>> underWay = new ConcurrentHashMap<>();
    private final LongAdder comparisons = new LongAdder();

    /**
     * A verifier.
     *
     * @param parallel threads
     * @param mostWaiting attempts that may wait for one of them; an eighth of that per remote address
     * @param comparison whether a password is the right one
     */
    PasswordVerifier(int parallel, int mostWaiting, BiPredicate<PasswordHash, byte[]> comparison) {
        this.comparison = comparison;
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                parallel, parallel, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(mostWaiting), task -> {
                    Thread thread = new Thread(task, "banip-wsb-bcrypt-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        mostPerAddress = parallel + Math.max(1, mostWaiting / 8);
    }

    /** Compares; empty if too many wait already, in all or from that address. */
    Optional<CompletableFuture<Boolean>> verify(
            ByteBuffer digest, byte[] password, PasswordHash hash, String remoteAddress) {
        Attempt attempt = new Attempt(digest, hash);
        CompletableFuture<Boolean> same = underWay.get(attempt);
        if (same != null) {
            return Optional.of(same);
        }
        if (waitingByAddress.merge(remoteAddress, 1, Integer::sum) > mostPerAddress) {
            leave(remoteAddress);
            return Optional.empty();
        }
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        CompletableFuture<Boolean> sooner = underWay.putIfAbsent(attempt, answer);
        if (sooner != null) {
            leave(remoteAddress);
            return Optional.of(sooner);
        }
        return submit(attempt, password, answer, remoteAddress);
    }

    private Optional<CompletableFuture<Boolean>> submit(
            Attempt attempt, byte[] password, CompletableFuture<Boolean> answer, String remoteAddress) {
        try {
            threads.execute(() -> compare(attempt, password, answer));
        } catch (RejectedExecutionException e) {
            underWay.remove(attempt, answer);
            // Somebody else may wait for it, too.
            answer.completeExceptionally(new BanipException(
                    ErrorCode.LIMIT_REACHED, "too many log-ins wait to be checked, try again later", e));
            leave(remoteAddress);
            return Optional.empty();
        }
        return Optional.of(answer.whenComplete((matches, failure) -> leave(remoteAddress)));
    }

    /** How often bcrypt ran. */
    long comparisons() {
        return comparisons.sum();
    }

    private void compare(Attempt attempt, byte[] password, CompletableFuture<Boolean> answer) {
        try {
            comparisons.increment();
            boolean matches = comparison.test(attempt.hash, password);
            underWay.remove(attempt, answer);
            answer.complete(matches);
        } catch (RuntimeException e) {
            underWay.remove(attempt, answer);
            answer.completeExceptionally(e);
        } finally {
            Arrays.fill(password, (byte) 0);
        }
    }

    private void leave(String remoteAddress) {
        waitingByAddress.computeIfPresent(remoteAddress, (address, waiting) -> waiting == 1 ? null : waiting - 1);
    }

    /**
     * Takes nothing more, fails what waits and what is being compared, and ends the threads, without waiting for them. Every attempt
     * taken before has its outcome when this returns: that of a comparison that ended by itself, or {@code HOST_UNAVAILABLE}.
     */
    @Override
    public void close() {
        threads.shutdown();
        // Before the threads are interrupted: what an interrupted comparison says must not count.
        BanipException closed = new BanipException(ErrorCode.HOST_UNAVAILABLE, "the broker is shutting down");
        underWay.values().removeIf(answer -> {
            answer.completeExceptionally(closed);
            return true;
        });
        threads.shutdownNow();
    }

    private record Attempt(ByteBuffer digest, PasswordHash hash) {}
}
