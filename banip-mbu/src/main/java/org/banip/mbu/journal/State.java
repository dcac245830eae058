package org.banip.mbu.journal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;

/** What is known beyond the items, and repeated at the head of each file. One thread at a time. */
final class State {
    static final int DIGEST = 32;
    private static final int VERSION = 1;
    private static final int BEGUN_AND_RETIRED = 2;
    /** Items that may have been sent are noted this much in advance, so that not each claim writes. */
    private static final int SENT_STRIDE = 32;

    /**
     * The process that writes.
     *
     * @param syncedEach whether each packet is synced before it can be sent
     * @param boot the run of the system
     * @param digest of description, chains and surrogate type
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a record
    record Origin(boolean syncedEach, UUID boot, byte[] digest) {}

    /** How far one group is. */
    static final class Group {
        long released;
        long next;
        long sent;
        boolean begun;
        /** Whether its last item retires the group. */
        boolean retired;

        long originNanos;
        long endUnit;
        /** How many of the next numbers may belong to items that the host has and that are lost here. The next item takes them, too. */
        int skipped;
        /** Whether {@link #released} is not written yet. */
        boolean releasedChanged;

        /** It is back: what is missing counts from this instant on. */
        void back(long nanos) {
            retired = false;
            originNanos = nanos;
            endUnit = 0;
        }

        /** Items before this number may be sent. Notes some more in advance. */
        void sends(int group, long before, RecordBuffer to) {
            sent = before + SENT_STRIDE;
            to.begin(RecordType.SENT).number(group, 1).number(sent).end();
        }

        void writeReleased(int group, RecordBuffer to) {
            releasedChanged = false;
            to.begin(RecordType.RELEASED).number(group, 1).number(released).end();
        }

        void put(Sequenced item) {
            if (item.nextSequence() >= next) {
                skipped = item.sequence() >= next ? 0 : skipped;
                next = item.nextSequence();
                begun = true;
                originNanos = item.originNanos();
                endUnit = item.endUnit();
                retired = item instanceof Gap gap && gap.isRetirement();
            }
        }
    }

    /** Counts sessions in this directory; the highest one that is complete counts. */
    final long generation;
    /** Whether all items of the generation are there. */
    boolean complete;

    final UUID session;
    /** Whether each packet is synced before it can be sent. */
    final boolean syncedEach;
    /** The run of the system ({@link BootId}). */
    final UUID boot;
    /** Of description, chains and surrogate type. */
    final byte[] digest;

    final List<Group> groups = new ArrayList<>();
    /** What the last groups are, which were added. */
    final List<String> added = new ArrayList<>();

    /** A state in which nothing was put in. */
    State(long generation, boolean complete, UUID session, Origin origin, int groupCount) {
        this.generation = generation;
        this.complete = complete;
        this.session = session;
        syncedEach = origin.syncedEach();
        boot = origin.boot();
        digest = origin.digest();
        for (int g = 0; g < groupCount; g++) {
            groups.add(new Group());
        }
    }

    void write(RecordBuffer to) {
        to.begin(RecordType.STATE)
                .number(VERSION, 1)
                .number(generation)
                .number(complete ? 1 : 0, 1)
                .number(session.getMostSignificantBits())
                .number(session.getLeastSignificantBits())
                .number(syncedEach ? 1 : 0, 1)
                .number(boot.getMostSignificantBits())
                .number(boot.getLeastSignificantBits())
                .append(digest)
                .number(groups.size(), 1);
        for (Group group : groups) {
            to.number(group.released)
                    .number(group.next)
                    .number(group.sent)
                    .number(begun(group), 1)
                    .number(group.originNanos)
                    .number(group.endUnit)
                    .number(group.skipped, 2);
            group.releasedChanged = false;
        }
        to.end();
    }

    /** A group was added. */
    void add(String document) {
        groups.add(new Group());
        added.add(document);
    }

    /** What the added groups are; behind the state. */
    void writeAdded(RecordBuffer to) {
        for (int i = 0; i < added.size(); i++) {
            writeAdded(groups.size() - added.size() + i, added.get(i), to);
        }
    }

    static void writeAdded(int group, String document, RecordBuffer to) {
        to.begin(RecordType.ADDED)
                .number(group, 1)
                .append(document.getBytes(StandardCharsets.UTF_8))
                .end();
    }

    private static int begun(Group group) {
        return group.retired ? BEGUN_AND_RETIRED : group.begun ? 1 : 0;
    }

    /** The same state, written by another process. */
    State continuedBy(Origin origin) {
        State same = new State(generation, complete, session, origin, 0);
        same.groups.addAll(groups);
        same.added.addAll(added);
        return same;
    }

    /** The state of another session with the same groups, before its items are there. */
    State followedBy(UUID next) {
        State following = new State(generation + 1, false, next, new Origin(syncedEach, boot, digest), groups.size());
        following.added.addAll(added);
        return following;
    }

    /** Reads the record behind its type. */
    static State read(RecordBody from) {
        int version = (int) from.number(1);
        if (version != VERSION) {
            throw new BanipException(
                    ErrorCode.UNSUPPORTED_VERSION, "version " + version + ", this one reads version " + VERSION);
        }
        long generation = from.number();
        boolean complete = from.number(1) == 1;
        UUID session = new UUID(from.number(), from.number());
        boolean syncedEach = from.number(1) == 1;
        UUID boot = new UUID(from.number(), from.number());
        Origin origin = new Origin(syncedEach, boot, from.bytes(DIGEST));
        int count = (int) from.number(1);
        if (count < 1 || count > BanDescription.MAX_GROUPS) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME, count + " groups, allowed are 1 to " + BanDescription.MAX_GROUPS);
        }
        State state = new State(generation, complete, session, origin, count);
        for (Group group : state.groups) {
            group.released = from.number();
            group.next = from.number();
            group.sent = from.number();
            long begun = from.number(1);
            group.begun = begun != 0;
            group.retired = begun == BEGUN_AND_RETIRED;
            group.originNanos = from.number();
            group.endUnit = from.number();
            requireEnd(group);
            group.skipped = (int) from.number(2);
        }
        return state;
    }

    /** Where the signal of a group that has begun may have ended: a group that is retired has had a unit. */
    private static void requireEnd(Group group) {
        long least = group.retired ? 1 : 0;
        if (group.begun && (group.endUnit < least || group.endUnit > PacketHeader.MAX_NUMBER)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME,
                    "end at unit " + group.endUnit + ", allowed are " + least + " to " + PacketHeader.MAX_NUMBER);
        }
    }
}
