package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * The next sequence number of each recently written group, which prevents holes and duplicates, and the epoch of each interconnect, which prevents
 * that two hosts write one. Used by the writer's thread.
 */
final class GroupHeads {
    private static final int KEPT = 65_536;
    private static final long UNKNOWN = -1;
    private static final String TAKEN_OVER = "another host has taken over its interconnect";
    private static final Logger LOG = ServerLog.of(GroupHeads.class);

    private final Items items;
    private final Dialect dialect;
    private final String where;
    private final Map<Long, Heads> byInterconnect = new LinkedHashMap<>(64, 0.75f, true);
    /** The interconnects with items in the current transaction. */
    private final Map<Long, Heads> written = new HashMap<>();

    private int transaction;

    private static final class Heads {
        long[] next;
        boolean[] failed;
        /** As the store had it last. */
        long epoch = UNKNOWN;
        /** The last transaction with an item of it. */
        int transaction;
        /** Whether the log has that another host took it over. */
        boolean told;

        Heads(int groups) {
            next = new long[groups];
            failed = new boolean[groups];
            Arrays.fill(next, UNKNOWN);
        }

        /** Groups may have been added. */
        void make(int groups) {
            int before = next.length;
            if (groups > before) {
                next = Arrays.copyOf(next, groups);
                failed = Arrays.copyOf(failed, groups);
                Arrays.fill(next, before, groups, UNKNOWN);
            }
        }
    }

    GroupHeads(Items items, Dialect dialect, String where) {
        this.items = items;
        this.dialect = dialect;
        this.where = where;
    }

    /** A transaction begins. */
    void begin() {
        transaction++;
        written.clear();
    }

    /** Forgets all numbers, because another process changed the database. */
    void doubt() {
        byInterconnect.values().forEach(heads -> {
            Arrays.fill(heads.next, UNKNOWN);
            Arrays.fill(heads.failed, true);
        });
    }

    /** Advances the group's next number, or throws the reason why the item cannot be stored. */
    Optional<BanipException> advance(Connection connection, WriteRequest request) throws SQLException {
        InterconnectRecord interconnect = request.interconnect();
        int group = request.item().group();
        if (group >= interconnect.chains().size()) {
            return refuse(request, ErrorCode.UNKNOWN_GROUP, "is of a group the BAN does not have");
        }
        Heads heads = byInterconnect.computeIfAbsent(
                interconnect.id(), id -> new Heads(interconnect.chains().size()));
        heads.make(interconnect.chains().size());
        if (heads.next[group] == UNKNOWN || heads.epoch < interconnect.epoch()) {
            OptionalLong epoch = InterconnectTable.epoch(connection, interconnect.id());
            if (epoch.isEmpty()) {
                return refuse(request, ErrorCode.UNKNOWN_INTERCONNECT, "is of an interconnect the store does not have");
            }
            begin(heads, epoch.getAsLong());
            heads.next[group] = items.next(connection, interconnect.id(), group);
        }
        if (heads.epoch != interconnect.epoch()) {
            tellOnce(heads, interconnect);
            return refuse(request, ErrorCode.UNKNOWN_INTERCONNECT, "came too late: " + TAKEN_OVER);
        }
        if (heads.transaction != transaction) {
            heads.transaction = transaction;
            written.put(interconnect.id(), heads);
        }
        long sequence = request.item().sequence();
        if (sequence == heads.next[group]) {
            heads.next[group] = request.item().nextSequence();
            heads.failed[group] = false;
            return Optional.empty();
        }
        if (sequence < heads.next[group]) {
            return refuse(
                    request,
                    heads.failed[group] ? ErrorCode.STORAGE_UNAVAILABLE : ErrorCode.INTERNAL,
                    "is stored already, expected is " + heads.next[group]);
        }
        return heads.failed[group]
                ? refuse(request, ErrorCode.STORAGE_UNAVAILABLE, "follows one that could not be stored")
                : refuse(request, ErrorCode.INTERNAL, "would leave a hole, expected is " + heads.next[group]);
    }

    private static void begin(Heads heads, long epoch) {
        if (heads.epoch != epoch) {
            heads.epoch = epoch;
            heads.told = false;
            Arrays.fill(heads.next, UNKNOWN);
        }
    }

    /** A host that was stopped may have many packets of it in its sockets' buffers. */
    private void tellOnce(Heads heads, InterconnectRecord interconnect) {
        if (!heads.told) {
            heads.told = true;
            LOG.warn("{} store {}: {}, nothing more of it is stored here", interconnect.session(), where, TAKEN_OVER);
        }
    }

    /**
     * Checks, after the rows of a transaction are inserted, whether other hosts have taken over what they belong to; then it must not be committed.
     * The foreign key holds a lock on the groups of each row until the commit, so that nobody takes them over after this check.
     *
     * @param select of {@link InterconnectTable#epochs}
     */
    boolean takenOver(PreparedStatement select) throws SQLException {
        if (written.isEmpty()) {
            return false;
        }
        Map<Long, Long> epochs = InterconnectTable.epochs(select, dialect, written.keySet());
        boolean taken = false;
        for (Map.Entry<Long, Heads> one : written.entrySet()) {
            Heads heads = one.getValue();
            Long epoch = epochs.get(one.getKey());
            if (epoch == null || epoch != heads.epoch) {
                taken = true;
                begin(heads, epoch == null ? UNKNOWN : epoch);
            }
        }
        return taken;
    }

    private static Optional<BanipException> refuse(WriteRequest request, ErrorCode code, String why) {
        return Optional.of(new BanipException(
                code,
                "item " + request.item().sequence() + " of group "
                        + request.item().group() + " " + why + ", interconnect "
                        + request.interconnect().session()));
    }

    /** Forgets the group's number, because the item was not stored. */
    void failed(WriteRequest request) {
        Heads heads = byInterconnect.get(request.interconnect().id());
        int group = request.item().group();
        if (heads != null && group < heads.next.length) {
            heads.next[group] = UNKNOWN;
            heads.failed[group] = true;
        }
    }

    /** Forgets a removed interconnect. */
    void forget(long interconnect) {
        byInterconnect.remove(interconnect);
    }

    /** Forgets the least recently used groups. Not within a transaction, because numbers that are not committed are only here. */
    void trim() {
        Iterator<Heads> eldest = byInterconnect.values().iterator();
        while (byInterconnect.size() > KEPT) {
            eldest.next();
            eldest.remove();
        }
    }
}
