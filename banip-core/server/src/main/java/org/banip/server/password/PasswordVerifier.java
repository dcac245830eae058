package org.banip.server.password;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Compares passwords with bcrypt hashes on a few threads of its own, so that a flood of wrong passwords leaves cores for the server's work. The queues are
 * bounded ({@link AttemptQueues}); a displaced attempt must be repeated later. Equal attempts at the same time are compared once. Any thread.
 */
public final class PasswordVerifier implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(PasswordVerifier.class);

    /** A comparison of the highest cost takes about this long on a slow machine. */
    private static final Duration CLOSING = Duration.ofSeconds(5);

    /** After a start all MBUs log in at the same time, and nothing else is to be done yet. */
    private static final Duration START = Duration.ofMinutes(1);

    /** Result of an attempt. */
    public enum Outcome {
        /** It matches. */
        RIGHT,
        /** It does not. */
        WRONG,
        /** Too many attempts waited. */
        BUSY
    }

    private final VerificationLimits limits;
    private final Predicate<Attempt> comparison;
    private final LongSupplier nanoClock;
    private final long startedAt;
    private final ThreadPoolExecutor threads;
    private final AttemptQueues<Waiting> queues;
    private final ConcurrentMap<Object, Waiting> underWay = new ConcurrentHashMap<>();
    private final LongAdder comparisons = new LongAdder();

    /** Creates a verifier; {@code comparison} checks an attempt and is slow. */
    public PasswordVerifier(VerificationLimits limits, Predicate<Attempt> comparison, LongSupplier nanoClock) {
        this.limits = limits;
        this.comparison = comparison;
        this.nanoClock = nanoClock;
        startedAt = nanoClock.getAsLong();
        queues = new AttemptQueues<>(limits.waiting(), waiting -> waiting.attempt, nanoClock);
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                limits.parallelAtStart(),
                limits.parallelAtStart(),
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "banip-bcrypt-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Compares; fails with {@code HOST_UNAVAILABLE} if this is closed before the result. */
    public CompletableFuture<Outcome> verify(Attempt attempt) {
        Waiting waiting = new Waiting(attempt, new CompletableFuture<>());
        Waiting sooner = underWay.putIfAbsent(attempt.key(), waiting);
        if (sooner != null) {
            return sooner.answer;
        }
        Optional<Waiting> displaced = queues.offer(waiting);
        if (displaced.isPresent()) {
            // It leaves its turn to the new one.
            end(displaced.get(), Outcome.BUSY);
            if (threads.isShutdown()) {
                // The turns may have been dropped, and with them the one that it was to have.
                end(waiting, Outcome.BUSY);
            }
            return waiting.answer;
        }
        try {
            threads.execute(this::compareNext);
        } catch (RejectedExecutionException e) {
            end(waiting, Outcome.BUSY);
        }
        return waiting.answer;
    }

    /** Number of bcrypt comparisons. */
    public long comparisons() {
        return comparisons.sum();
    }

    private void compareNext() {
        if (threads.getCorePoolSize() > limits.parallel() && nanoClock.getAsLong() - startedAt > START.toNanos()) {
            threads.setCorePoolSize(limits.parallel());
            threads.setMaximumPoolSize(limits.parallel());
        }
        queues.poll().ifPresent(this::compare);
    }

    private void compare(Waiting waiting) {
        try {
            comparisons.increment();
            boolean matches = comparison.test(waiting.attempt);
            queues.ended(waiting.attempt, matches);
            end(waiting, matches ? Outcome.RIGHT : Outcome.WRONG);
        } catch (RuntimeException | Error e) {
            underWay.remove(waiting.attempt.key(), waiting);
            waiting.answer.completeExceptionally(e);
        }
    }

    private void end(Waiting waiting, Outcome outcome) {
        underWay.remove(waiting.attempt.key(), waiting);
        waiting.answer.complete(outcome);
    }

    /**
     * Accepts no more attempts, fails waiting and current ones, and ends the threads. When this returns, every earlier attempt has a result: that of
     * a completed comparison, or {@code HOST_UNAVAILABLE}. A comparison cannot be interrupted, so this waits until those under way have
     * ended, five seconds at most, and returns at once if there are none: a container counts a thread that is left behind as a leak.
     */
    @Override
    public void close() {
        threads.shutdown();
        // Before the threads are interrupted, because the result of an interrupted comparison must not count.
        BanipException closed = new BanipException(ErrorCode.HOST_UNAVAILABLE, "the server is shutting down");
        underWay.values().removeIf(waiting -> {
            waiting.answer.completeExceptionally(closed);
            return true;
        });
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("- a password is still compared {} after the server was told to end", CLOSING);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Waiting {
        private final Attempt attempt;
        private final CompletableFuture<Outcome> answer;

        Waiting(Attempt attempt, CompletableFuture<Outcome> answer) {
            this.attempt = attempt;
            this.answer = answer;
        }
    }
}
