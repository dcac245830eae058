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
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The store. An operation is one packet. It is offered with {@value PacketRun#LENGTH} - 1 others and awaited until it is durable. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls open first
public class StoreBenchmark {
    /** Bytes of a packet. */
    @Param({"150", "4050"})
    public int payload;

    private PacketRun run;
    private Path folder;
    private Store store;
    private InterconnectRecord interconnect;

    /** JMH calls this constructor. */
    public StoreBenchmark() {}

    /** Creates a store in the system's temporary folder. */
    @Setup
    public void open() throws IOException {
        run = new PacketRun(payload);
        folder = Scratch.make();
        store = JdbcStore.open(folder.resolve("store.db"));
        interconnect = store.create(new InterconnectRecord(
                0, UUID.randomUUID(), "benchmark", PacketRun.ban(), "standard", List.of(PacketRun.CHAIN), 0));
    }

    /** Deletes the store. */
    @TearDown
    public void close() throws IOException {
        store.close();
        Scratch.delete(folder);
    }

    /** Appends packets and waits until the last is durable. */
    @Benchmark
    @OperationsPerInvocation(PacketRun.LENGTH)
    public int append(PayloadCounter bytes) throws InterruptedException {
        List<Packet> packets = run.next();
        Commits commits = new Commits(packets.size());
        for (Packet packet : packets) {
            if (!store.offer(interconnect, packet, packet.header().originNanos(), commits)) {
                throw new IllegalStateException("the queue is full");
            }
        }
        commits.await();
        bytes.add(run);
        return packets.size();
    }
}
