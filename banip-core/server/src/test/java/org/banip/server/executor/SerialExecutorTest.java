package org.banip.server.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SerialExecutorTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<Throwable> failures = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tasksOfManyThreadsRunOneAtATimeAndInEachThreadsOrder(boolean onCallers) throws InterruptedException {
        int threads = 8;
        int tasks = 20_000;
        ExecutorService pool = Executors.newFixedThreadPool(3);
        SerialExecutor executor =
                onCallers ? SerialExecutor.onCallers(failures::add) : SerialExecutor.on(pool, failures::add);
        int[] last = new int[threads];
        // No synchronisation of its own: lost updates would show.
        int[] sum = new int[1];
        CountDownLatch left = new CountDownLatch(threads * tasks);
        List<Thread> givers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int giver = t;
            Thread thread = new Thread(() -> {
                for (int i = 1; i <= tasks; i++) {
                    int number = i;
                    executor.execute(() -> {
                        left.countDown();
                        if (last[giver] != number - 1) {
                            throw new IllegalStateException(number + " after " + last[giver]);
                        }
                        last[giver] = number;
                        sum[0]++;
                    });
                }
            });
            givers.add(thread);
            thread.start();
        }
        for (Thread giver : givers) {
            giver.join();
        }
        left.await();
        assertThat(executor.executeAndWait(() -> {}, LONG)).isTrue();
        pool.shutdown();
        assertThat(failures).isEmpty();
        assertThat(sum[0]).isEqualTo(threads * tasks);
    }

    @Test
    void withoutThreadsATaskHasRunWhenExecuteReturns() {
        SerialExecutor executor = SerialExecutor.onCallers(failures::add);
        executor.execute(() -> seen.add("run"));
        assertThat(seen).containsExactly("run");
        assertThat(executor.isOwner()).isFalse();
    }

    @Test
    void aTaskGivenByATaskRunsAfterIt() {
        SerialExecutor executor = SerialExecutor.onCallers(failures::add);
        executor.execute(() -> {
            executor.execute(() -> seen.add("inner"));
            seen.add("outer");
            assertThat(executor.isOwner()).isTrue();
        });
        assertThat(seen).containsExactly("outer", "inner");
    }

    @Test
    void aFailureEvenAnErrorDoesNotStopTheTasksBehindIt() {
        SerialExecutor executor = SerialExecutor.onCallers(failures::add);
        executor.execute(() -> {
            executor.execute(() -> seen.add("next"));
            throw new StackOverflowError("as from a deep document");
        });
        assertThat(failures).hasExactlyElementsOfTypes(StackOverflowError.class);
        assertThat(seen).containsExactly("next");
    }

    @Test
    void othersGetTheThreadAfterSixtyFourTasks() {
        Queue<Runnable> thread = new ArrayDeque<>();
        SerialExecutor executor = SerialExecutor.on(thread::add, failures::add);
        for (int i = 0; i < 130; i++) {
            int number = i;
            executor.execute(() -> seen.add("task " + number));
        }
        assertThat(thread).hasSize(1);
        thread.remove().run();
        assertThat(seen).hasSize(64);
        assertThat(thread).hasSize(1);
        thread.remove().run();
        thread.remove().run();
        assertThat(seen).hasSize(130).last().isEqualTo("task 129");
        assertThat(thread).isEmpty();
    }

    @Test
    void whatIsRefusedIsDroppedAndTheGiverIsTold() {
        boolean[] open = {true};
        Queue<Runnable> thread = new ArrayDeque<>();
        SerialExecutor executor = SerialExecutor.on(
                turn -> {
                    if (!open[0]) {
                        throw new RejectedExecutionException("closed");
                    }
                    thread.add(turn);
                },
                failures::add);
        for (int i = 0; i < 65; i++) {
            executor.execute(() -> seen.add("task"));
        }
        open[0] = false;
        thread.remove().run();
        assertThat(seen).hasSize(64);
        assertThat(failures).hasExactlyElementsOfTypes(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.execute(() -> seen.add("late")))
                .isInstanceOf(RejectedExecutionException.class);
        open[0] = true;
        executor.execute(() -> seen.add("open again"));
        thread.remove().run();
        assertThat(seen).hasSize(65).last().isEqualTo("open again");
    }

    @Test
    void whoWaitsForADroppedTaskIsToldAtOnce() throws InterruptedException {
        Queue<Runnable> thread = new ArrayDeque<>();
        CountDownLatch waits = new CountDownLatch(1);
        SerialExecutor executor = SerialExecutor.on(
                turn -> {
                    if (!thread.isEmpty()) {
                        throw new RejectedExecutionException("closed");
                    }
                    thread.add(turn);
                },
                failures::add);
        for (int i = 0; i < 64; i++) {
            executor.execute(() -> seen.add("task"));
        }
        List<Boolean> ran = new ArrayList<>();
        Thread waiter = new Thread(() -> {
            waits.countDown();
            ran.add(executor.executeAndWait(() -> seen.add("late"), Duration.ofDays(1)));
        });
        waiter.start();
        waits.await();
        await().atMost(Duration.ofMinutes(1)).until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        thread.peek().run(); // its next turn is refused, because it is in the queue itself
        waiter.join();
        assertThat(ran).containsExactly(false);
        assertThat(seen).hasSize(64);
    }

    @Test
    void aHandlerThatThrowsDoesNotStopTheTasksBehindIt() {
        SerialExecutor executor = SerialExecutor.onCallers(failure -> {
            throw new IllegalStateException("handler", failure);
        });
        executor.execute(() -> {
            throw new IllegalStateException("task");
        });
        executor.execute(() -> seen.add("next"));
        assertThat(seen).containsExactly("next");
    }

    @Test
    void whoWaitsGetsAwayOnlyWhenTheRunningTaskAndItsOwnAreOver() throws InterruptedException {
        SerialExecutor executor = SerialExecutor.onCallers(failures::add);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread other = new Thread(() -> executor.execute(() -> {
            running.countDown();
            awaitQuietly(go);
            seen.add("first");
        }));
        other.start();
        running.await();
        Thread waiter = Thread.currentThread();
        Thread opener = new Thread(() -> {
            while (Thread.State.TIMED_WAITING != waiter.getState()) {
                Thread.onSpinWait();
            }
            go.countDown();
        });
        opener.start();
        Thread.currentThread().interrupt();
        assertThat(executor.executeAndWait(() -> seen.add("last"), LONG)).isTrue();
        assertThat(seen).containsExactly("first", "last");
        assertThat(Thread.interrupted()).isTrue();
        other.join();
        opener.join();
    }

    @Test
    void whatDidNotBeginInTimeNeverDoes() throws InterruptedException {
        SerialExecutor executor = SerialExecutor.onCallers(failures::add);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread other = new Thread(() -> executor.execute(() -> {
            running.countDown();
            awaitQuietly(go);
        }));
        other.start();
        running.await();
        assertThat(executor.executeAndWait(() -> seen.add("late"), Duration.ZERO))
                .isFalse();
        go.countDown();
        other.join();
        assertThat(seen).isEmpty();
    }

    @Test
    void aTaskThatWaitsForItsOwnExecutorDoesNotWait() {
        SerialExecutor executor = SerialExecutor.onCallers(failures::add);
        executor.execute(() -> {
            assertThat(executor.executeAndWait(() -> seen.add("inner"), LONG)).isTrue();
            seen.add("outer");
        });
        assertThat(failures).isEmpty();
        assertThat(seen).containsExactly("inner", "outer");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
