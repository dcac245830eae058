package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * The next sequence number of each recently written group, which prevents holes and duplicates. Used by the writer's thread.
 */
final class GroupHeads {
    private static final int KEPT = 65_536;
    private static final long UNKNOWN = -1;

    private final Items items;
    private final Map<Long, Heads> byInterconnect = new LinkedHashMap<>(64, 0.75f, true);

    private static final class Heads {
        final long[] next;
        final boolean[] failed;

        Heads(int groups) {
            next = new long[groups];
            failed = new boolean[groups];
            Arrays.fill(next, UNKNOWN);
        }
    }

    GroupHeads(Items items) {
        this.items = items;
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
        if (heads.next[group] == UNKNOWN) {
            if (!InterconnectTable.exists(connection, interconnect.id())) {
                return refuse(request, ErrorCode.UNKNOWN_INTERCONNECT, "is of an interconnect the store does not have");
            }
            heads.next[group] = items.next(connection, interconnect.id(), group);
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
