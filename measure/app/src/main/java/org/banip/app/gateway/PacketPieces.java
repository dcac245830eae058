package org.banip.app.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.gateway.spi.BanIntake.GridSets;
import org.banip.mbu.spi.GridUnit;

/**
 * Makes decoded packets of a session's group into messages. A long packet becomes several, always the same ones, so that each finds room in the queue of
 * an MBU. Immutable.
 */
final class PacketPieces {
    /** Bytes of sensor sets of a message, at most, unless one sensor set is longer. The queue of an MBU takes a message as a whole. */
    static final int MOST_BYTES = 8_192;

    private final UUID session;
    private final String group;
    private final SampleLayout layout;

    PacketPieces(UUID session, SensorGroup group) {
        this.session = session;
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
                    new GridUnit(block.originNanos(), block.firstUnit() + first),
                    values(block, first, count)));
        }
        return pieces;
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
