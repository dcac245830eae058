package org.banip.gateway.spool;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.banip.gateway.sample.Samples;

/**
 * What a message of a group is known by when it comes again: its time, or the name that its sender gave it.
 *
 * @param named whether it is a name
 * @param bytes the time in 8 bytes, or the SHA-256 digest of the name; not to be changed
 */
public record MessageKey(boolean named, ByteBuffer bytes) {
    static final int NAME_BYTES = 32;

    /** A message of this time, nanoseconds since the epoch. */
    public static MessageKey at(long nanos) {
        return new MessageKey(false, ByteBuffer.allocate(Long.BYTES).putLong(0, nanos));
    }

    /** A message that its sender calls so. */
    public static MessageKey named(String name) {
        return new MessageKey(
                true, Samples.digest(name.getBytes(StandardCharsets.UTF_8)).bytes());
    }
}
