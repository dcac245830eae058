package org.banip.measure.load.client;

import java.io.IOException;
import java.util.Collections;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/**
 * The packets of one MBU: when they fall due, which were written, which are acknowledged. A packet is made anew whenever it is written, always the
 * same. Belongs to one loop.
 */
final class PacketStream {
    private static final int CHUNK_BYTES = 16_384;

    private final LoopContext context;
    private final int mbu;
    /** When each outstanding packet was written; only where MBUs send as fast as they can. */
    private final long[] writtenNanos;

    private FrameEncoder encoder = newEncoder();
    private MbuSchedule schedule;
    private long originNanos;
    private long lastWrittenNanos;
    /** The next packet to write on this connection. */
    private long next;
    /** All before it were written at least once. */
    private long sent;

    private long acknowledged;

    PacketStream(LoopContext context, int mbu) {
        this.context = context;
        this.mbu = mbu;
        writtenNanos = new long[context.specification.window()];
        schedule = new MbuSchedule(context.ban.packets(), Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private static FrameEncoder newEncoder() {
        return new FrameEncoder(Collections.singletonList(null), new boolean[] {true});
    }

    /** The times of the step are known. */
    void plan(LoadTimes times, long epochOffsetNanos) {
        schedule = MbuSchedule.of(context.ban.packets(), times, mbu, context.specification.total());
        originNanos = schedule.dueNanos(0) - context.ban.packets().nanosOfUnit(1) + epochOffsetNanos;
    }

    /** Nothing falls due from now on. */
    void endAt(long nanos) {
        schedule = schedule.endingAt(nanos);
    }

    /** A new data request begins behind what is acknowledged. */
    void begin() {
        encoder = newEncoder();
        next = acknowledged;
    }

    private boolean saturated() {
        return writtenNanos.length > 0;
    }

    private long dueNanos(long sequence) {
        return saturated() ? writtenNanos[(int) (sequence % writtenNanos.length)] : schedule.dueNanos(sequence);
    }

    private long dueBy(long now) {
        if (!saturated()) {
            return schedule.dueBy(now);
        }
        boolean sending = now >= schedule.startNanos() && now < schedule.endNanos();
        return sending ? acknowledged + writtenNanos.length : Math.max(next, sent);
    }

    /** When the next packet falls due that has not; {@code Long.MAX_VALUE} if none will. */
    long nextDueNanos(long now) {
        if (schedule.startNanos() == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        if (saturated()) {
            return now < schedule.startNanos() ? schedule.startNanos() : Long.MAX_VALUE;
        }
        long due = schedule.dueNanos(schedule.dueBy(now));
        return due < schedule.endNanos() ? due : Long.MAX_VALUE;
    }

    /** Writes what is due, as far as the connection takes it. */
    void write(LoadConnection connection, long now) throws IOException {
        long due = dueBy(now);
        while (next < due && !connection.backlogged()) {
            while (next < due && context.frames.length() < CHUNK_BYTES) {
                encode(now);
            }
            context.writeChunk(connection);
            lastWrittenNanos = now;
        }
    }

    private void encode(long now) {
        int units = context.ban.units();
        PacketHeader header = new PacketHeader(0, next, originNanos, next * units, units, true);
        encoder.encode(Packet.of(header, context.payload), context.frames);
        if (next == sent) {
            if (saturated()) {
                writtenNanos[(int) (next % writtenNanos.length)] = now;
            }
            context.latency.written(context.times, dueNanos(next), now);
            context.counters.sent.increment();
            sent++;
        } else {
            context.counters.resent.increment();
        }
        next++;
    }

    /** Writes a keep-alive. */
    void writeKeepAlive(LoadConnection connection, long now) throws IOException {
        FrameEncoder.encode(new Control.KeepAlive(), context.frames);
        context.writeChunk(connection);
        lastWrittenNanos = now;
    }

    long lastWrittenNanos() {
        return lastWrittenNanos;
    }

    /** All before this number are stored. */
    void acknowledged(long upTo, long now) {
        if (upTo > sent || upTo < acknowledged) {
            context.counters.error("wrong-acknowledgement");
            return;
        }
        for (long sequence = acknowledged; sequence < upTo; sequence++) {
            context.latency.acknowledged(context.times, dueNanos(sequence), now);
        }
        context.counters.acknowledged.add(upTo - acknowledged);
        acknowledged = upTo;
        next = Math.max(next, acknowledged);
    }

    /** What was not acknowledged to the end counts with its age. */
    void end(LoadTimes times, long now) {
        long due = saturated() ? sent : schedule.dueBy(now);
        for (long sequence = acknowledged; sequence < due; sequence++) {
            context.latency.unanswered(times, dueNanos(sequence), now);
        }
    }
}
