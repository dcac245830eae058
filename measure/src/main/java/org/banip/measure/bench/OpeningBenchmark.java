package org.banip.measure.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.core.packet.Packet;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Opening a store for reading, as exports do; this includes the check of the index of the log. An operation is one opening. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls open first
public class OpeningBenchmark {
    private static final int PAYLOAD = 150;

    /** Packets in the store. */
    @Param({"25600", "1024000"})
    public int packets;

    private Path folder;

    /** JMH calls this constructor. */
    public OpeningBenchmark() {}

    /** Creates a store in the system's temporary folder. */
    @Setup(Level.Trial)
    public void open() throws IOException, InterruptedException {
        PacketRun run = new PacketRun(PAYLOAD);
        folder = Scratch.make();
        try (Store store = JdbcStore.open(folder.resolve("store.db"))) {
            InterconnectRecord interconnect = store.create(new InterconnectRecord(
                    0, UUID.randomUUID(), "benchmark", PacketRun.ban(), "standard", List.of(PacketRun.CHAIN), 0));
            for (int stored = 0; stored < packets; stored += PacketRun.LENGTH) {
                append(store, interconnect, run.next());
            }
        }
    }

    private static void append(Store store, InterconnectRecord interconnect, List<Packet> next)
            throws InterruptedException {
        Commits commits = new Commits(next.size());
        for (Packet packet : next) {
            if (!store.offer(interconnect, packet, packet.header().originNanos(), commits)) {
                throw new IllegalStateException("the queue is full");
            }
        }
        commits.await();
    }

    /** Deletes the store. */
    @TearDown
    public void close() throws IOException {
        Scratch.delete(folder);
    }

    /** Opens and closes it. */
    @Benchmark
    public void openForReading() {
        JdbcStore.openForReading(folder.resolve("store.db")).close();
    }
}
