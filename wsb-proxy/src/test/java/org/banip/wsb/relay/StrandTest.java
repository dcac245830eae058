package org.banip.wsb.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StrandTest {
    private final List<RuntimeException> bugs = new ArrayList<>();
    private final Strand strand = new Strand(bugs::add);

    @Test
    void aTaskBroughtByATaskRunsAfterIt() {
        List<String> order = new ArrayList<>();
        strand.execute(() -> {
            strand.execute(() -> order.add("inner"));
            order.add("outer");
        });
        assertThat(order).containsExactly("outer", "inner");
    }

    @Test
    void whatATaskThrowsDoesNotStopTheOthers() {
        List<String> order = new ArrayList<>();
        IllegalStateException bug = new IllegalStateException("bug");
        strand.execute(() -> {
            strand.execute(() -> order.add("next"));
            throw bug;
        });
        assertThat(order).containsExactly("next");
        assertThat(bugs).containsExactly(bug);
    }

    @Test
    void tasksOfManyThreadsNeverRunAtTheSameTime() throws InterruptedException {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        int[] count = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(new Thread(() -> {
                for (int i = 0; i < 10_000; i++) {
                    strand.execute(() -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        count[0]++;
                        inside.decrementAndGet();
                    });
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(most).hasValue(1);
        assertThat(count[0]).isEqualTo(40_000);
    }
}
