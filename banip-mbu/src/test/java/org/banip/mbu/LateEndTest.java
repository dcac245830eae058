package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.frame.FrameBuffer;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.Uplink.PolledBody.Filled;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.uplink.Uplinks;
import org.junit.jupiter.api.Test;

/** An uplink's thread may end a broken exchange, or be inside a poll of it, when the next one has long begun. */
class LateEndTest extends MbuFixture {
    private static final long LONG = 60;

    private final Semaphore woken = new Semaphore(0);
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    String uplink() {
        return "chunked";
    }

    /** What a test does in the first and in all other exchanges. */
    private abstract class TwoExchanges extends ForwardingUplink {
        private boolean begun;

        TwoExchanges(Uplink uplink) {
            super(uplink);
        }

        @Override
        public void carry(FrameSource frames) throws IOException, InterruptedException {
            frames.beginBody();
            boolean first = !begun;
            begun = true;
            if (first) {
                first(frames);
                throw new IOException("the first exchange breaks");
            }
            next(frames);
            closed.await();
            throw new IOException("the MBU is closed");
        }

        abstract void first(FrameSource frames) throws InterruptedException;

        abstract void next(FrameSource frames) throws IOException, InterruptedException;

        @Override
        public void close() {
            closed.countDown();
            super.close();
        }
    }

    private MobileBaseUnitBuilder with(java.util.function.Function<Uplink, Uplink> made) {
        java.util.function.Function<UplinkContext, Uplink> opens =
                context -> made.apply(Uplinks.named("chunked").open(context));
        return builder()
                .uplinks(List.of(new ForwardingUplink.Factory("two-exchanges", "", opens)))
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .closeTimeout(Duration.ZERO);
    }

    private final class EndsLate extends TwoExchanges {
        private final AtomicReference<FrameSource> broken = new AtomicReference<>();

        EndsLate(Uplink uplink) {
            super(uplink);
        }

        @Override
        void first(FrameSource frames) {
            frames.onReady(() -> {});
            broken.set(frames);
        }

        @Override
        void next(FrameSource frames) throws IOException {
            frames.onReady(woken::release);
            broken.get().onReady(() -> {});
            FrameBuffer out = new FrameBuffer(1024);
            while (frames.poll(out, 1, Integer.MAX_VALUE) == Filled.FRAMES) {
                out.clear();
            }
            woken.drainPermits();
            drained.complete(null);
        }
    }

    @Test
    void newExchangeIsWokenAllTheSame() throws Exception {
        try (MobileBaseUnit mbu = with(EndsLate::new).start()) {
            drained.get(LONG, TimeUnit.SECONDS);
            offer(mbu.input("ecg"), 0, 10);
            assertThat(woken.tryAcquire(LONG, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Stops one thread whenever it asks for the time, which a poll does before it claims anything. */
    private static final class StoppingClock implements SteadyClock {
        private final SteadyClock system = SteadyClock.system();
        final CountDownLatch stopped = new CountDownLatch(1);
        final CountDownLatch goesOn = new CountDownLatch(1);

        @Override
        public long epochNanos() {
            if (Thread.currentThread().getName().equals("late-poll")) {
                stopped.countDown();
                try {
                    goesOn.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return system.epochNanos();
        }
    }

    private final class PollsLate extends TwoExchanges {
        private final StoppingClock clock;
        private final CompletableFuture<Thread> sender;
        private final CompletableFuture<Filled> seen;
        private final CountDownLatch waits;
        private final AtomicReference<Thread> polling = new AtomicReference<>();

        PollsLate(
                Uplink uplink,
                StoppingClock clock,
                CompletableFuture<Thread> sender,
                CompletableFuture<Filled> seen,
                CountDownLatch waits) {
            super(uplink);
            this.waits = waits;
            this.clock = clock;
            this.sender = sender;
            this.seen = seen;
        }

        @Override
        void first(FrameSource frames) throws InterruptedException {
            waits.await();
            Thread thread = new Thread(() -> pollIfUnbroken(frames), "late-poll");
            polling.set(thread);
            thread.start();
            clock.stopped.await();
            sender.complete(Thread.currentThread());
        }

        @Override
        void next(FrameSource frames) throws IOException, InterruptedException {
            clock.goesOn.countDown();
            polling.get().join();
            frames.onReady(woken::release);
            FrameBuffer out = new FrameBuffer(1024);
            Filled filled = frames.poll(out, 0, Integer.MAX_VALUE); // the first time request
            while (filled == Filled.FRAMES && out.length() > 0) {
                out.clear();
                filled = frames.poll(out, 1, Integer.MAX_VALUE);
                seen.complete(filled);
            }
        }
    }

    private static void pollIfUnbroken(FrameSource frames) {
        try {
            frames.poll(new FrameBuffer(1024), 1, Integer.MAX_VALUE);
        } catch (IOException e) {
            assertThat(e).hasMessageStartingWith("broken off");
        }
    }

    @Test
    void whatALatePollTakesIsSentAgain() throws Exception {
        StoppingClock clock = new StoppingClock();
        CompletableFuture<Thread> sender = new CompletableFuture<>();
        CompletableFuture<Filled> seen = new CompletableFuture<>();
        CountDownLatch waits = new CountDownLatch(1);
        try (MobileBaseUnit mbu = with(uplink -> new PollsLate(uplink, clock, sender, seen, waits))
                .clock(clock)
                .start()) {
            offer(mbu.input("ecg"), 0, 10);
            soon("a packet waits, which the late poll could take")
                    .until(() -> mbu.status().groups().get(0).spoolPackets() == 1);
            waits.countDown();
            Thread sending = sender.get(LONG, TimeUnit.SECONDS);
            // Either it waits until the poll is over, or it has gone on to the next exchange.
            soon("the sending thread waits, or has gone on")
                    .until(() -> clock.goesOn.getCount() == 0 || sending.getState() == Thread.State.BLOCKED);
            clock.goesOn.countDown();
            assertThat(seen.get(LONG, TimeUnit.SECONDS)).isEqualTo(Filled.FRAMES);
        }
    }
}
