package org.banip.measure.bench;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
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
import org.openjdk.jmh.annotations.Warmup;

/** The frame codec on one thread. An operation is one packet of a body of {@value PacketRun#LENGTH}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FrameBenchmark {
    /** Bytes of a packet. */
    @Param({"150", "990", "4050"})
    public int payload;

    private PacketRun run = new PacketRun(1);
    private List<Packet> packets = List.of();
    private byte[] frames = {};
    private final FrameBuffer buffer = new FrameBuffer(1 << 20);

    /** JMH calls this constructor. */
    public FrameBenchmark() {}

    /** Makes the packets. */
    @Setup
    public void open() {
        run = new PacketRun(payload);
        packets = run.next();
        frames = PacketRun.frames(packets);
    }

    /** Writes packets as frames. */
    @Benchmark
    @OperationsPerInvocation(PacketRun.LENGTH)
    public int encode(PayloadCounter bytes) {
        buffer.clear();
        FrameEncoder encoder = PacketRun.newEncoder();
        for (Packet packet : packets) {
            encoder.encode(packet, buffer);
        }
        bytes.add(run);
        return buffer.length();
    }

    /** Finds the packets in a body and checks them. */
    @Benchmark
    @OperationsPerInvocation(PacketRun.LENGTH)
    public int decode(PayloadCounter bytes) {
        Count count = new Count();
        FrameDecoder decoder =
                new FrameDecoder(Collections.singletonList(null), new boolean[] {true}, count, "benchmark");
        decoder.feed(frames, 0, frames.length);
        decoder.end();
        bytes.add(run);
        return count.packets;
    }

    private static final class Count implements FrameHandler {
        private int packets;

        @Override
        public void sequenced(Sequenced item) {
            packets++;
        }

        @Override
        public void control(Control frame) {
            throw new IllegalStateException("there is no control frame in this body");
        }
    }
}
