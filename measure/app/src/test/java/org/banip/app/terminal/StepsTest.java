package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class StepsTest {
    private final List<String> heard = new ArrayList<>();

    @Test
    void allIsDoneAndHeardOfAndTheTimeLeftIsThatOfTheLongestOrOfAllInTurn() throws Exception {
        Steps<String> atOnce = new Steps<>("things", 2);
        Steps<String> inTurn = new Steps<>("things", 1);
        for (String name : List.of("one", "two")) {
            atOnce.add(name, Duration.ofSeconds(60), () -> name);
            inTurn.add(name, Duration.ofSeconds(60), () -> name);
        }
        assertThat(atOnce.line()).isEqualTo("things: 0 of 2 done; about 1:00 left");
        assertThat(inTurn.line()).isEqualTo("things: 0 of 2 done; about 2:00 left");
        assertThat(inTurn.run(new Stop(), heard::add)).isTrue();
        assertThat(heard).containsExactly("one", "two");
        assertThat(inTurn.line()).isEqualTo("things: 2 of 2 done; about 0:00 left");
    }

    @Test
    void whatGoesOnWhenTheEndIsAskedForIsInterrupted() throws Exception {
        Stop stop = new Stop();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Steps<String> steps = new Steps<>("things", 1);
        steps.add("endless", Duration.ofSeconds(1), () -> {
            begun.countDown();
            try {
                Thread.sleep(Long.MAX_VALUE);
                return "never";
            } finally {
                interrupted.countDown();
            }
        });
        Thread person = new Thread(() -> {
            try {
                begun.await();
                stop.request();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        person.start();
        assertThat(steps.run(stop, heard::add)).isFalse();
        assertThat(interrupted.getCount()).isZero();
        assertThat(heard).isEmpty();
    }

    @Test
    void oneThatFailsEndsAll() {
        Steps<String> steps = new Steps<>("things", 1);
        steps.add("broken", Duration.ZERO, () -> {
            throw new IOException("no link");
        });
        assertThatThrownBy(() -> steps.run(new Stop(), heard::add))
                .isInstanceOf(IOException.class)
                .hasMessage("no link");
    }
}
