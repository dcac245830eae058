package org.banip.measure.load.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One thread with its MBUs: registers them, sends what is due, and hears answers, until it is told to end. Words come from other threads. */
final class ClientLoop implements Runnable {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MOST_REGISTERING = 64;
    private static final int BUFFER_BYTES = 64 * 1024;

    /** When an MBU is next to send. */
    private record Due(long nanos, LoadMbu mbu) {}

    private final LoopContext context;
    private final double registrations;
    private final List<LoadMbu> mbus = new ArrayList<>();
    private final Queue<LongConsumer> words = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::nanos));
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int begun;
    private int settled;
    private boolean ended;

    ClientLoop(LoopContext context, List<Integer> numbers, double registrations) {
        this.context = context;
        this.registrations = registrations;
        numbers.forEach(number -> mbus.add(new LoadMbu(context, number)));
    }

    // --- Words, from any thread -------------------------------------------------------------------------------------

    /** The times are known: packets begin to fall due. */
    void go(LoadTimes times, long epochOffsetNanos) {
        tell(now -> {
            context.times = times;
            for (LoadMbu mbu : mbus) {
                mbu.plan(times, epochOffsetNanos);
                enqueue(mbu, now);
            }
        });
    }

    /** Nothing falls due from now on; completed when all that was due is counted. */
    CompletableFuture<@Nullable Void> stop() {
        CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();
        tell(now -> {
            mbus.forEach(mbu -> mbu.endAt(now));
            stopped.complete(null);
        });
        return stopped;
    }

    /** MBUs whose connections break wait for {@link #reconnect}. */
    void hold() {
        tell(now -> context.held = true);
    }

    /** All MBUs without connections connect at once. */
    void reconnect() {
        tell(now -> {
            context.held = false;
            mbus.forEach(LoadMbu::reconnectNow);
            mbus.forEach(mbu -> mbu.tick(now));
        });
    }

    /** Closes all connections and ends. */
    void end() {
        tell(now -> {
            mbus.forEach(mbu -> mbu.end(context.times, now));
            ended = true;
        });
    }

    private void tell(LongConsumer word) {
        words.add(word);
        context.selector.wakeup();
    }

    LatencyRecord latency() {
        return context.latency;
    }

    // --- The thread -------------------------------------------------------------------------------------------------

    @Override
    public void run() {
        long beganNanos = System.nanoTime();
        long tickNanos = beganNanos;
        try (context.selector) {
            while (!ended) {
                long now = System.nanoTime();
                for (LongConsumer word = words.poll(); word != null; word = words.poll()) {
                    word.accept(now);
                }
                register(beganNanos, now);
                sendDue(now);
                if (now - tickNanos >= TICK_NANOS) {
                    mbus.forEach(mbu -> mbu.tick(now));
                    tickNanos = now;
                }
                select(now, tickNanos);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void register(long beganNanos, long now) {
        while (settled < begun && mbus.get(settled).settled()) {
            settled++;
        }
        double allowed = (now - beganNanos) / 1e9 * registrations + 1;
        while (begun < mbus.size() && begun < allowed && begun - settled < MOST_REGISTERING) {
            mbus.get(begun++).register(now);
        }
    }

    private void sendDue(long now) {
        for (Due first = due.peek(); first != null && first.nanos() <= now; first = due.peek()) {
            LoadMbu mbu = due.remove().mbu();
            mbu.send(now);
            enqueue(mbu, now);
        }
    }

    private void enqueue(LoadMbu mbu, long now) {
        long next = mbu.nextDueNanos(now);
        if (next != Long.MAX_VALUE) {
            due.add(new Due(next, mbu));
        }
    }

    private void select(long now, long tickNanos) throws IOException {
        Due first = due.peek();
        long until = Math.min(tickNanos + TICK_NANOS, first == null ? Long.MAX_VALUE : first.nanos());
        if (begun < mbus.size()) {
            until = Math.min(until, now + (long) (1e9 / registrations));
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(until - now + 999_999);
        if (millis <= 0) {
            context.selector.selectNow();
        } else {
            context.selector.select(millis);
        }
        for (SelectionKey key : context.selector.selectedKeys()) {
            if (key.attachment() instanceof LoadConnection connection && key.isValid()) {
                connection.selected(buffer);
            }
        }
        context.selector.selectedKeys().clear();
    }
}
