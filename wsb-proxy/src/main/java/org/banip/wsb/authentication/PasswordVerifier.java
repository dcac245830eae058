package org.banip.wsb.authentication;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;

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
        underWay.put(attempt, answer);
        try {
            threads.execute(() -> compare(attempt, password, answer));
        } catch (RejectedExecutionException e) {
            underWay.remove(attempt, answer);
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

    /** Ends the threads; what waits fails. */
    @Override
    public void close() {
        threads.shutdownNow();
        underWay.values().forEach(answer -> answer.completeExceptionally(new CancellationException("closed")));
    }

    private record Attempt(ByteBuffer digest, PasswordHash hash) {}
}
