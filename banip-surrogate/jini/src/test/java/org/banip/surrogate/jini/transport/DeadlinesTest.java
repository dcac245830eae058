package org.banip.surrogate.jini.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The clock of a transport ends with it. */
class DeadlinesTest {
    private static final Duration NEVER = Duration.ofDays(1);

    private final Transport transport = Transport.loopback();

    @Test
    void threadHasEndedAfterClose() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Future<?> unused = transport.deadlines().after(Duration.ZERO, () -> thread.complete(Thread.currentThread()));
        Thread clock = thread.join();
        assertThat(clock.getName()).isEqualTo("banip-jini-deadline");

        transport.close();

        assertThat(clock.isAlive()).isFalse();
    }

    /** A read that waits in a socket cannot be interrupted: without its deadline it would wait for ever. */
    @Test
    void whatHasADeadlineAtCloseIsBrokenOff() {
        AtomicInteger broken = new AtomicInteger();
        Future<?> pending = transport.deadlines().after(NEVER, broken::incrementAndGet);

        transport.close();

        assertThat(broken).hasValue(1);
        assertThat(pending.isDone()).isTrue();
        transport.close();
        assertThat(broken).hasValue(1);
    }

    @Test
    void whatBeginsAfterCloseIsBrokenOffAtOnce() {
        AtomicInteger broken = new AtomicInteger();
        Future<?> before = transport.deadlines().after(NEVER, broken::incrementAndGet);
        before.cancel(false);
        transport.close();
        assertThat(broken).hasValue(0);

        Future<?> after = transport.deadlines().after(NEVER, broken::incrementAndGet);

        assertThat(broken).hasValue(1);
        assertThat(after.isDone()).isTrue();
    }
}
