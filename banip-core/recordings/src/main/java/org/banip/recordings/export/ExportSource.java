package org.banip.recordings.export;

import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;

/** A recording to be exported: what was measured, and the items that are stored of it. It may grow during the export. */
public interface ExportSource {
    /** A name for its files: 1 to 64 letters, digits and {@code _}. */
    String exportName();

    /** Where it comes from, in a line for people; nothing that concerns a patient. */
    String remark();

    /** The sensor groups, in order. */
    List<SensorGroup> groups();

    /** For each group the end of a read that must not see items stored later. */
    long[] ends();

    /** The instant of a group's first sensor set, nanoseconds since the epoch; empty if it has none. */
    Optional<Long> startNanos(int group);

    /**
     * Hands all items of a group to the visitor, in the recording's order, on this thread.
     *
     * @param end the group's entry of {@link #ends}
     * @throws org.banip.core.error.BanipException {@code STORAGE_UNAVAILABLE} if it cannot be read
     */
    void read(int group, long end, RecordingVisitor visitor);
}
