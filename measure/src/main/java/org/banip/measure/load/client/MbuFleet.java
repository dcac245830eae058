package org.banip.measure.load.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.banip.core.json.JsonWriter;

/** All MBUs of a process, on a few threads. One thread calls it. */
final class MbuFleet implements AutoCloseable {
    private final LoadCounters counters = new LoadCounters();
    private final List<ClientLoop> loops = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private MbuFleet() {}

    /** Begins to register. */
    static MbuFleet start(LoadSpecification specification) throws IOException {
        MbuFleet fleet = new MbuFleet();
        int loops = Math.min(specification.threads(), specification.count());
        for (int loop = 0; loop < loops; loop++) {
            int first = loop;
            List<Integer> numbers = IntStream.range(0, specification.count())
                    .filter(mbu -> mbu % loops == first)
                    .map(mbu -> mbu + specification.first())
                    .boxed()
                    .toList();
            LoopContext context = new LoopContext(specification, fleet.counters, specification.first() + loop);
            fleet.loops.add(new ClientLoop(context, numbers, specification.registrations() / loops));
        }
        for (ClientLoop loop : fleet.loops) {
            Thread thread = new Thread(loop, "banip-load-" + fleet.threads.size());
            thread.setDaemon(true);
            // Without this loop nothing that the process reports would be true.
            thread.setUncaughtExceptionHandler((died, cause) -> {
                cause.printStackTrace();
                Runtime.getRuntime().halt(1);
            });
            fleet.threads.add(thread);
            thread.start();
        }
        return fleet;
    }

    /** Packets begin to fall due; the times are those of the epoch. */
    void go(LoadTimes times) {
        Instant now = Instant.now();
        long epochOffset = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - System.nanoTime();
        loops.forEach(loop -> loop.go(times.shifted(-epochOffset), epochOffset));
    }

    /** Says something to all loops. */
    void tell(Consumer<ClientLoop> word) {
        loops.forEach(word);
    }

    /** Nothing falls due from now on; returns when all that was due is counted. */
    void stop() {
        loops.stream().map(ClientLoop::stop).toList().forEach(CompletableFuture::join);
    }

    LoadCounters counters() {
        return counters;
    }

    /** Ends, and adds counters and latencies to an event. */
    JsonWriter end(JsonWriter event) throws InterruptedException {
        close();
        for (Thread thread : threads) {
            thread.join();
        }
        long inWindow = loops.stream()
                .mapToLong(loop -> loop.latency().acknowledgedInWindow())
                .sum();
        return counters.writeTo(event)
                .field("acknowledgedInWindow", inWindow)
                .field("latency", encoded(LatencyRecord::latency))
                .field("sendLate", encoded(LatencyRecord::sendLate));
    }

    private String encoded(Function<LatencyRecord, Histogram> which) {
        Histogram sum = LatencyRecord.newHistogram();
        loops.forEach(loop -> sum.add(which.apply(loop.latency())));
        byte[] bytes = new byte[sum.getNeededByteBufferCapacity()];
        int length = sum.encodeIntoCompressedByteBuffer(ByteBuffer.wrap(bytes));
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, length));
    }

    @Override
    public void close() {
        loops.forEach(ClientLoop::end);
    }
}
