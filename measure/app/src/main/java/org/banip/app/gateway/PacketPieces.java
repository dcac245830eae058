package org.banip.app.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.gateway.session.BanIntake.GridSets;
import org.banip.mbu.spi.SensorInput.GridUnit;

/**
 * Makes decoded packets of a session's group into messages. A long packet becomes several, always the same ones, so that each finds room in the queue
 * of an MBU. Immutable.
 */
final class PacketPieces {
    /** Bytes of sensor sets of a message, at most, unless one sensor set is longer. The queue of an MBU takes a message as a whole. */
    static final int MOST_BYTES = 8_192;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MOST_SHIFT_SECONDS = 1L << 26;

    private final UUID session;
    private final String group;
    private final SampleLayout layout;
    /** By how many seconds, and units, unit 0 of each sampling grid lies before that of the device. */
    private final long shiftSeconds;

    private final long shiftUnits;

    PacketPieces(UUID session, SensorGroup group) {
        this.session = session;
        long period = group.frequency().denominator();
        long periods = Math.floorMod(session.hashCode(), MOST_SHIFT_SECONDS / period);
        shiftSeconds = periods * period;
        shiftUnits = periods * group.frequency().numerator();
        this.group = group.name();
        layout = new SampleLayout(group);
    }

    /** The messages of the packet with this number. */
    Deque<GridSets> of(long sequence, Block block) {
        int most = Math.max(1, MOST_BYTES / layout.setBytes());
        Deque<GridSets> pieces = new ArrayDeque<>();
        for (int first = 0; first < block.unitCount(); first += most) {
            int count = Math.min(most, block.unitCount() - first);
            pieces.add(new GridSets(
                    group,
                    session + "/" + group + "/" + sequence + "/" + pieces.size(),
                    place(block.originNanos(), block.firstUnit() + first),
                    values(block, first, count)));
        }
        return pieces;
    }

    /**
     * The same instant on a grid that has the same instants. A device without a clock may begin its sampling grid at the same time in each session;
     * then the place where a spool ends would not tell in which session that is.
     */
    private GridUnit place(long originNanos, long unit) {
        boolean shifts = originNanos > Long.MIN_VALUE + MOST_SHIFT_SECONDS * NANOS_PER_SECOND;
        return shifts
                ? new GridUnit(originNanos - shiftSeconds * NANOS_PER_SECOND, unit + shiftUnits)
                : new GridUnit(originNanos, unit);
    }

    private int[] values(Block block, int first, int count) {
        int channels = layout.channels();
        int[] values = new int[count * channels];
        for (int i = 0; i < values.length; i++) {
            values[i] = layout.read(block.bytes(), (first + i / channels) * layout.setBytes(), i % channels);
        }
        return values;
    }
}
