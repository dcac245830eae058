package org.banip.surrogate.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The rows of the log that the table of extents does not have yet, in memory, by group. It has committed rows only. Any thread.
 */
final class LogTail {
    /** Approximate bytes of a row in addition to its payload. */
    private static final int ROW_BYTES = 64;

    private static final Group NOTHING = new Group();

    /** Groups in the order of their oldest row here. */
    private final Map<GroupKey, Group> groups = new LinkedHashMap<>();

    private final Set<GroupKey> withFullExtents = new LinkedHashSet<>();

    private long lastRow;
    private long bytes;

    /** A sensor group of an interconnect. */
    record GroupKey(long interconnect, int group) {}

    /** An extent of a group, to be written to the table of extents. */
    record Due(GroupKey key, Extent extent) {
        boolean isSame(Due other) {
            return key.equals(other.key) && extent.first() == other.extent.first();
        }
    }

    private static final class Group {
        final Deque<Extent> extents = new ArrayDeque<>();
        /** Bytes in the log before this group's oldest row here. */
        long bytesBefore;
    }

    /** Adds a committed row. */
    synchronized void add(GroupKey key, long row, long sequence, long sequenceCount, boolean isKey, int payloadBytes) {
        Group group = groups.get(key);
        if (group == null) {
            group = new Group();
            group.bytesBefore = bytes;
            groups.put(key, group);
        }
        Extent extent = group.extents.peekLast();
        if (extent == null || !extent.takes(sequence)) {
            extent = new Extent(sequence);
            group.extents.add(extent);
        }
        extent.add(row, sequence, sequenceCount, isKey);
        if (extent.full()) {
            withFullExtents.add(key);
        }
        bytes += payloadBytes + ROW_BYTES;
        lastRow = Math.max(lastRow, row);
    }

    /** Records that rows up to this one are processed. */
    synchronized void skip(long row) {
        lastRow = Math.max(lastRow, row);
    }

    /** The greatest row number it knows. */
    synchronized long lastRow() {
        return lastRow;
    }

    /**
     * The extents to write to the table of extents now: full ones, and all of the groups whose oldest row is further back in the log than {@code
     * lagBytes}. At most {@code limit} groups of the latter, so that transactions stay short.
     */
    synchronized List<Due> due(long lagBytes, int limit) {
        List<Due> due = new ArrayList<>();
        for (GroupKey key : withFullExtents) {
            for (Extent extent : groups.getOrDefault(key, NOTHING).extents) {
                if (extent.full()) {
                    due.add(new Due(key, extent.copy()));
                }
            }
        }
        int old = 0;
        for (Map.Entry<GroupKey, Group> entry : groups.entrySet()) {
            if (bytes - entry.getValue().bytesBefore <= lagBytes || old == limit) {
                break;
            }
            if (!withFullExtents.contains(entry.getKey())) {
                old++;
                entry.getValue().extents.forEach(extent -> due.add(new Due(entry.getKey(), extent.copy())));
            }
        }
        return due;
    }

    /** All extents. */
    synchronized List<Due> all() {
        List<Due> due = new ArrayList<>();
        groups.forEach((key, group) -> group.extents.forEach(extent -> due.add(new Due(key, extent.copy()))));
        return due;
    }

    /** Removes extents that the table of extents has now. */
    synchronized void written(List<Due> written) {
        for (Due due : written) {
            withFullExtents.remove(due.key());
            Group group = groups.get(due.key());
            if (group == null) {
                continue;
            }
            group.extents.removeIf(extent -> extent.first() == due.extent().first());
            groups.remove(due.key());
            if (!group.extents.isEmpty()) {
                group.bytesBefore = bytes;
                groups.put(due.key(), group);
            }
        }
    }

    /** The row before the oldest one here: all rows up to it are in the table of extents. */
    synchronized long indexedThrough() {
        long oldest = lastRow + 1;
        for (Group group : groups.values()) {
            oldest = Math.min(oldest, group.extents.getFirst().firstRow());
        }
        return oldest - 1;
    }

    /** Removes extents whose rows another process has indexed. */
    synchronized void forgetThrough(long row) {
        groups.values().forEach(group -> group.extents.removeIf(extent -> extent.lastRow() <= row));
        groups.values().removeIf(group -> group.extents.isEmpty());
        withFullExtents.retainAll(groups.keySet());
    }

    /** Removes a group's rows before a number, which the log does not have any more. */
    synchronized void forgetBefore(GroupKey key, long sequence) {
        Group group = groups.get(key);
        if (group == null) {
            return;
        }
        group.extents.removeIf(extent -> extent.next() <= sequence);
        Extent first = group.extents.peekFirst();
        if (first == null) {
            groups.remove(key);
            withFullExtents.remove(key);
        } else if (first.first() < sequence) {
            group.extents.removeFirst();
            group.extents.addFirst(first.from(sequence));
        }
    }

    synchronized void clear() {
        groups.clear();
        withFullExtents.clear();
        lastRow = 0;
        bytes = 0;
    }

    /** Copies of a group's extents, in order. */
    synchronized List<Extent> extents(GroupKey key) {
        List<Extent> copies = new ArrayList<>();
        Group group = groups.get(key);
        if (group != null) {
            group.extents.forEach(extent -> copies.add(extent.copy()));
        }
        return copies;
    }

    /** Adds a group's extents to a page, in order, until it is full. Nothing is copied: these may be the extents of a whole store. */
    synchronized void addTo(PageRows page, GroupKey key) {
        for (Extent extent : groups.getOrDefault(key, NOTHING).extents) {
            if (page.full()) {
                return;
            }
            page.add(extent);
        }
    }

    /** The row of the group's last item here. */
    synchronized OptionalLong lastRow(GroupKey key) {
        Group group = groups.get(key);
        return group == null
                ? OptionalLong.empty()
                : OptionalLong.of(group.extents.getLast().lastRow());
    }

    /** The number after the group's last item here. */
    synchronized OptionalLong next(GroupKey key) {
        Group group = groups.get(key);
        return group == null
                ? OptionalLong.empty()
                : OptionalLong.of(group.extents.getLast().next());
    }
}
