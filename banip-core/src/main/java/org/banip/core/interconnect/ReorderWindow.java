package org.banip.core.interconnect;

import java.time.Duration;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/**
 * How much of a group may wait at the host for earlier numbers, and for how long (docs/protocol.md, section 7.1).
 *
 * @param bytes of payload, and {@link #OVERHEAD_BYTES} more for each packet or gap
 * @param time how long a number may be missing while later ones wait for it, in whole milliseconds
 */
public record ReorderWindow(int bytes, Duration time) {
    /** What a packet counts beside its payload, and a gap. */
    public static final int OVERHEAD_BYTES = 200;
    /** The most bytes. */
    public static final int MOST_BYTES = 1 << 30;
    /** The longest time. */
    public static final Duration LONGEST = Duration.ofHours(1);
    /** The most packets that a window of this kind, or of another, has. */
    public static final int MOST_PACKETS = 1 << 20;

    /** What an MBU with several paths wants, unless its app wants another one: 4 MiB and 30 s. */
    public static final ReorderWindow SEVERAL_PATHS = new ReorderWindow(4 << 20, Duration.ofSeconds(30));

    private static final String NAME = "reorder";

    /** Checks both. */
    public ReorderWindow {
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw malformed("bytes " + bytes + " is outside 1 to " + MOST_BYTES);
        }
        if (time.toMillis() < 1 || time.compareTo(LONGEST) > 0) {
            throw malformed("millis " + time.toMillis() + " is outside 1 to " + LONGEST.toMillis());
        }
    }

    private static BanipException malformed(String what) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, NAME + ": " + what);
    }

    /** The most packets that have room in these bytes. */
    public int packets() {
        return Math.max(1, Math.min(MOST_PACKETS, bytes / OVERHEAD_BYTES));
    }

    /** Of each number the smaller one. */
    public ReorderWindow atMost(int mostBytes, Duration longest) {
        return new ReorderWindow(Math.min(bytes, mostBytes), time.compareTo(longest) > 0 ? longest : time);
    }

    void write(JsonWriter out) {
        out.beginObject(NAME)
                .field("bytes", bytes)
                .field("millis", time.toMillis())
                .endObject();
    }

    static Optional<ReorderWindow> read(JsonObject document) {
        if (!document.has(NAME)) {
            return Optional.empty();
        }
        JsonObject json = document.object(NAME);
        return Optional.of(new ReorderWindow(
                (int) json.integer("bytes", 1, MOST_BYTES),
                Duration.ofMillis(json.integer("millis", 1, LONGEST.toMillis()))));
    }
}
