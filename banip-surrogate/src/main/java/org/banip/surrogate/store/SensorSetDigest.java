package org.banip.surrogate.store;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.ExportSource;

/**
 * SHA-256 of sensor sets, per group and over all groups: produced, stored and received sensor sets are equal if their digests are equal.
 *
 * <p>Before each sensor set goes the instant of its sampling, 8 bytes, big-endian nanoseconds since the epoch; of an event
 * its own instant. The division into packets has no influence. One thread at a time for each group.
 */
public final class SensorSetDigest {
    private final List<SampleLayout> layouts;
    private final MessageDigest[] digests;
    private final long[] sets;
    private final ByteBuffer[] buffers;

    /** Nothing yet. */
    public SensorSetDigest(BanDescription ban) {
        this(ban.groups());
    }

    /** Nothing yet of these groups. */
    public SensorSetDigest(List<SensorGroup> groups) {
        layouts = groups.stream().map(SampleLayout::new).toList();
        digests = new MessageDigest[groups.size()];
        sets = new long[groups.size()];
        buffers = new ByteBuffer[groups.size()];
        for (int group = 0; group < groups.size(); group++) {
            digests[group] = sha256();
            buffers[group] = ByteBuffer.allocate(0);
        }
    }

    /** The digest of all that a source has. */
    static SensorSetDigest of(ExportSource source) {
        SensorSetDigest digest = new SensorSetDigest(source.groups());
        for (int group = 0; group < digest.sets.length; group++) {
            int index = group;
            source.read(group, Long.MAX_VALUE, block -> digest.update(index, block));
        }
        return digest;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Adds a group's next sensor sets.
     *
     * @param bytes sensor sets, one after another
     * @param offset where the first begins
     * @param count how many
     * @param originNanos instant of unit 0 of their sampling grid
     * @param firstUnit the first one's number on it
     */
    public void update(int group, byte[] bytes, int offset, int count, long originNanos, long firstUnit) {
        SampleLayout layout = layouts.get(group);
        int setBytes = layout.setBytes();
        ByteBuffer buffer = buffer(group, count * (Long.BYTES + setBytes));
        for (int i = 0; i < count; i++) {
            int at = offset + i * setBytes;
            buffer.putLong(layout.instantNanos(bytes, at, originNanos, firstUnit + i));
            buffer.put(bytes, at, setBytes);
        }
        digests[group].update(buffer.flip());
        sets[group] += count;
    }

    private ByteBuffer buffer(int group, int needed) {
        if (buffers[group].capacity() < needed) {
            buffers[group] = ByteBuffer.allocate(needed);
        }
        return buffers[group].clear();
    }

    /** Adds a group's next sensor sets. */
    public void update(int group, Block block) {
        update(group, block.bytes(), 0, block.unitCount(), block.originNanos(), block.firstUnit());
    }

    /** Number of sensor sets of a group so far. */
    public long sets(int group) {
        return sets[group];
    }

    /** The digest of one group, in hexadecimal; more may follow. */
    public String hex(int group) {
        return HexFormat.of().formatHex(now(group));
    }

    /** The digest of all groups' digests, in hexadecimal; more may follow. */
    public String hex() {
        MessageDigest all = sha256();
        for (int group = 0; group < digests.length; group++) {
            all.update(now(group));
        }
        return HexFormat.of().formatHex(all.digest());
    }

    private byte[] now(int group) {
        try {
            return ((MessageDigest) digests[group].clone()).digest();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("this Java's SHA-256 cannot be read without ending it", e);
        }
    }
}
