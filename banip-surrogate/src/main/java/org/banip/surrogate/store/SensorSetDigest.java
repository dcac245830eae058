package org.banip.surrogate.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/**
 * SHA-256 of sensor sets, per group and over all groups: what a sensor produced, what is stored and what a subscriber got are
 * the same if their digests are. Instants and how sets were cut into packets do not enter. One thread at a time per group.
 */
public final class SensorSetDigest {
    private final MessageDigest[] digests;
    private final int[] setBytes;
    private final long[] sets;

    /** Nothing yet. */
    public SensorSetDigest(BanDescription ban) {
        int groups = ban.groups().size();
        digests = new MessageDigest[groups];
        setBytes = new int[groups];
        sets = new long[groups];
        for (int group = 0; group < groups; group++) {
            SensorGroup sensors = ban.groups().get(group);
            digests[group] = sha256();
            setBytes[group] = sensors.setBytes();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Takes a group's next sensor sets. */
    public void update(int group, byte[] bytes, int offset, int length) {
        if (length % setBytes[group] != 0) {
            throw new IllegalArgumentException(
                    length + " bytes are no whole sensor sets of " + setBytes[group] + " bytes, group " + group);
        }
        digests[group].update(bytes, offset, length);
        sets[group] += length / setBytes[group];
    }

    /** Takes a group's next sensor sets. */
    public void update(int group, Block block) {
        update(group, block.bytes(), 0, block.length());
    }

    /** How many sensor sets of a group it has taken. */
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
