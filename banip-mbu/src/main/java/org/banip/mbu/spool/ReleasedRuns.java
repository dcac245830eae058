package org.banip.mbu.spool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the released packets of one group in compact form, so that they can be declared lost if the host lost its store. One thread at a
 * time.
 */
final class ReleasedRuns {
    /** The maximum number of runs; older ones are forgotten. Each gap in the signal and each packet of another length starts a run. */
    static final int MAX_RUNS = 1024;

    /** Consecutive packets of one length, or one gap. */
    private static final class Run {
        final long sequence;
        final long originNanos;
        final long firstUnit;
        /** Units of each packet; 0 for a gap. */
        final int packetUnits;
        /** What a gap says in place of the run. */
        final Gap.Reason reason;

        long nextSequence;
        long nextUnit;

        Run(Sequenced item) {
            sequence = item.sequence();
            nextSequence = item.nextSequence();
            if (item instanceof Packet packet) {
                originNanos = packet.header().originNanos();
                firstUnit = packet.header().firstUnit();
                packetUnits = packet.header().unitCount();
                reason = Gap.Reason.THINNED;
                nextUnit = firstUnit + packetUnits;
            } else {
                Gap gap = (Gap) item;
                originNanos = gap.originNanos();
                firstUnit = gap.firstUnit();
                packetUnits = 0;
                reason = gap.isRetirement() ? gap.reason() : Gap.Reason.THINNED;
                nextUnit = firstUnit + gap.unitCount();
            }
        }

        boolean continuedBy(Packet packet) {
            return packetUnits == packet.header().unitCount()
                    && originNanos == packet.header().originNanos()
                    && nextUnit == packet.header().firstUnit();
        }

        /** The gap for the part of the run at or after a sequence number. A gap cannot be cut, so all of it is returned. */
        Gap gapFrom(int group, long from) {
            long start = packetUnits == 0 ? sequence : Math.max(from, sequence);
            long unit = firstUnit + (start - sequence) * packetUnits;
            return new Gap(group, start, nextSequence - start, originNanos, unit, nextUnit - unit, reason);
        }

        /** Leaves the packets before a sequence number, and returns whether there are any. */
        boolean endBefore(long from) {
            if (packetUnits > 0 && sequence < from) {
                nextSequence = from;
                nextUnit = firstUnit + (from - sequence) * packetUnits;
            }
            return nextSequence <= from;
        }
    }

    private final ArrayDeque<Run> runs = new ArrayDeque<>();

    void add(Sequenced item) {
        Run last = runs.peekLast();
        if (last != null && item instanceof Packet packet && last.continuedBy(packet)) {
            last.nextSequence++;
            last.nextUnit += last.packetUnits;
            return;
        }
        runs.add(new Run(item));
        if (runs.size() > MAX_RUNS) {
            runs.remove();
        }
    }

    boolean knowsFrom(long from) {
        Run oldest = runs.peek();
        return oldest != null && oldest.sequence <= from;
    }

    /** Returns the gaps for everything from a sequence number on, and forgets it. */
    List<Gap> takeFrom(int group, long from) {
        @Nullable Run oldest = runs.peek();
        if (oldest == null || oldest.sequence > from) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH,
                    "the host has stored group " + group + " up to " + from
                            + " only, had acknowledged more, and which sensor sets those were is known "
                            + (oldest == null ? "no longer" : "from " + oldest.sequence + " on"));
        }
        List<Gap> gaps = new ArrayList<>();
        while (!runs.isEmpty() && runs.getLast().nextSequence > from) {
            Run last = runs.removeLast();
            gaps.add(0, last.gapFrom(group, from));
            if (last.endBefore(from)) {
                runs.add(last);
            }
        }
        return gaps;
    }

    void clear() {
        runs.clear();
    }
}
