package org.banip.gateway.spool;

import java.nio.ByteBuffer;
import org.banip.gateway.sample.Samples;
import org.banip.mbu.journal.RecordBody;
import org.banip.mbu.journal.RecordBuffer;

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
 */
public record Mark(
        int group,
        MessageKey key,
        Samples.Digest content,
        int units,
        long sampledNanos,
        long arrivedNanos,
        boolean stored) {
    static final int TYPE = 1;
    private static final int NAMED = 1;
    private static final int STORED = 2;
    private static final int CONTENT_BYTES = 32;

    /** The same with another number of sensor sets. */
    public Mark units(int count) {
        return new Mark(group, key, content, count, sampledNanos, arrivedNanos, stored);
    }

    /** The same, which has come at another time. */
    public Mark arrived(long nanos) {
        return new Mark(group, key, content, units, sampledNanos, nanos, stored);
    }

    /** The same, stored by the host. */
    Mark isStored() {
        return new Mark(group, key, content, units, sampledNanos, arrivedNanos, true);
    }

    void write(RecordBuffer to) {
        to.begin(TYPE)
                .number(group, 1)
                .number((key.named() ? NAMED : 0) | (stored ? STORED : 0), 1)
                .append(key.bytes().array())
                .append(content.bytes().array())
                .number(units, Integer.BYTES)
                .number(sampledNanos)
                .number(arrivedNanos)
                .end();
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
                (flags & STORED) != 0);
    }
}
