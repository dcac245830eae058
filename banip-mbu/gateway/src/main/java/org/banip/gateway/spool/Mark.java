package org.banip.gateway.spool;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.banip.gateway.sample.Samples;
import org.banip.mbu.journal.RecordBody;
import org.banip.mbu.journal.RecordBuffer;
import org.banip.mbu.spi.SensorInput.GridUnit;

/**
 * That a message was offered to an MBU.
 *
 * @param group number of the group
 * @param key what it is known by
 * @param content what tells its values from any others
 * @param units how many of its sensor sets were offered, from the first one on; 0 if the offer was withdrawn
 * @param sampledNanos when the first one was sampled
 * @param arrivedNanos when the message came
 * @param stored whether the host is known to have stored them
 * @param grid the place of the first one on its device's sampling grid, if the message is one of a BANip device
 */
public record Mark(
        int group,
        MessageKey key,
        Samples.Digest content,
        int units,
        long sampledNanos,
        long arrivedNanos,
        boolean stored,
        Optional<GridUnit> grid) {
    static final int TYPE = 1;
    private static final int NAMED = 1;
    private static final int STORED = 2;
    private static final int ON_GRID = 4;
    private static final int CONTENT_BYTES = 32;

    /** That of a message whose device says no more than a time. */
    public Mark(
            int group,
            MessageKey key,
            Samples.Digest content,
            int units,
            long sampledNanos,
            long arrivedNanos,
            boolean stored) {
        this(group, key, content, units, sampledNanos, arrivedNanos, stored, Optional.empty());
    }

    /** The same with another number of sensor sets. */
    public Mark units(int count) {
        return new Mark(group, key, content, count, sampledNanos, arrivedNanos, stored, grid);
    }

    /** The same, which has come at another time. */
    public Mark arrived(long nanos) {
        return new Mark(group, key, content, units, sampledNanos, nanos, stored, grid);
    }

    /** The same, stored by the host. */
    Mark isStored() {
        return new Mark(group, key, content, units, sampledNanos, arrivedNanos, true, grid);
    }

    void write(RecordBuffer to) {
        int flags = (key.named() ? NAMED : 0) | (stored ? STORED : 0) | (grid.isPresent() ? ON_GRID : 0);
        to.begin(TYPE)
                .number(group, 1)
                .number(flags, 1)
                .append(key.bytes().array())
                .append(content.bytes().array())
                .number(units, Integer.BYTES)
                .number(sampledNanos)
                .number(arrivedNanos);
        grid.ifPresent(first -> to.number(first.originNanos()).number(first.unit()));
        to.end();
    }

    /** Reads it behind the record's type. */
    static Mark read(RecordBody from) {
        int group = (int) from.number(1);
        long flags = from.number(1);
        boolean named = (flags & NAMED) != 0;
        return new Mark(
                group,
                new MessageKey(named, ByteBuffer.wrap(from.bytes(named ? MessageKey.NAME_BYTES : Long.BYTES))),
                new Samples.Digest(ByteBuffer.wrap(from.bytes(CONTENT_BYTES))),
                (int) from.number(Integer.BYTES),
                from.number(),
                from.number(),
                (flags & STORED) != 0,
                (flags & ON_GRID) == 0 ? Optional.empty() : Optional.of(new GridUnit(from.number(), from.number())));
    }
}
