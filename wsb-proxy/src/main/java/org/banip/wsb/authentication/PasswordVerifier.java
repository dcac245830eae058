package org.banip.wsb.authentication;

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

/**
 * Compares passwords with bcrypt hashes on a few threads of its own, so that a flood of wrong passwords leaves cores to those who are logged
 * in. What waits is bounded ({@link AttemptQueues}); an attempt that is displaced is told to come again. Equal attempts at the same
 * time are compared once. Any thread.
 */
final class PasswordVerifier implements AutoCloseable {
    /** After a start everybody logs in at once, and nobody is relayed yet who needs the cores. */
    private static final Duration START = Duration.ofMinutes(1);

    /** What became of an attempt. */
    enum Outcome {
        RIGHT,
        WRONG,
        /** Too many waited. */
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

    /** A verifier; {@code comparison} says whether an attempt is right, and takes its time. */
    PasswordVerifier(VerificationLimits limits, Predicate<Attempt> comparison, LongSupplier nanoClock) {
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
                    Thread thread = new Thread(task, "banip-wsb-bcrypt-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Compares; fails with {@code HOST_UNAVAILABLE} if this is closed meanwhile. */
    CompletableFuture<Outcome> verify(Attempt attempt) {
        Waiting waiting = new Waiting(attempt, new CompletableFuture<>());
        Waiting sooner = underWay.putIfAbsent(attempt.key(), waiting);
        if (sooner != null) {
            return sooner.answer;
        }
        Optional<Waiting> displaced = queues.offer(waiting);
        if (displaced.isPresent()) {
            // It leaves its turn to the new one.
            end(displaced.get(), Outcome.BUSY);
            return waiting.answer;
        }
        try {
            threads.execute(this::compareNext);
        } catch (RejectedExecutionException e) {
            end(waiting, Outcome.BUSY);
        }
        return waiting.answer;
    }

    /** How often bcrypt compared a password. */
    long comparisons() {
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
     * Takes nothing more, fails what waits and what is being compared, and ends the threads, without waiting for them. Every attempt
     * taken before has its outcome when this returns: that of a comparison that ended by itself, or {@code HOST_UNAVAILABLE}.
     */
    @Override
    public void close() {
        threads.shutdown();
        // Before the threads are interrupted: what an interrupted comparison says must not count.
        BanipException closed = new BanipException(ErrorCode.HOST_UNAVAILABLE, "the broker is shutting down");
        underWay.values().removeIf(waiting -> {
            waiting.answer.completeExceptionally(closed);
            return true;
        });
        threads.shutdownNow();
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
