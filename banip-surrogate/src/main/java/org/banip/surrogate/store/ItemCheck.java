package org.banip.surrogate.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.LogTail.GroupKey;

/** Checks items row by row: each by its checksums, and that none is missing in its group. One thread. */
final class ItemCheck {
    private static final UUID NONE = new UUID(0, 0);

    private final MetadataCheck metadata;
    private final CheckListener listener;
    /** The number that each group continues with. */
    private final Map<GroupKey, Long> next = new HashMap<>();

    private final Map<GroupKey, DecodableSets> decodable = new HashMap<>();
    private final Set<GroupKey> strangers = new HashSet<>();
    private long items;

    ItemCheck(MetadataCheck metadata, CheckListener listener) {
        this.metadata = metadata;
        this.listener = listener;
    }

    /** Items that are intact. */
    long intact() {
        return items;
    }

    /**
     * Checks a row, in {@link ItemTable#columns}. Rows of a group come in the order of their numbers.
     *
     * @return whether it is intact
     */
    boolean row(ResultSet row) throws SQLException {
        GroupKey key = new GroupKey(row.getLong(10), row.getInt(11));
        long sequence = row.getLong(1);
        long expected = next.getOrDefault(key, metadata.keptFrom(key));
        Sequenced item;
        try {
            item = ItemTable.item(row, NONE, key.group());
        } catch (DamagedItemException e) {
            found(key, sequence, e.what());
            if (sequence == expected) {
                next.put(key, sequence + 1);
                sets(key).lost(sequence, sequence + 1);
            }
            return false;
        }
        if (!metadata.has(key) && strangers.add(key)) {
            found(
                    key,
                    sequence,
                    StoreDamage.STRAY + "interconnect and group of this store, as others of the same group may");
        }
        if (sequence > expected) {
            gone(key, expected, sequence);
        } else if (sequence < expected && next.containsKey(key)) {
            found(key, sequence, StoreDamage.UNORDERED + (expected - 1));
        }
        items++;
        next.put(key, item.nextSequence());
        sets(key).item(item).ifPresent(lost -> tell(key, lost));
        return true;
    }

    /** Numbers of a group have no row: some may be forgotten since the check began. */
    private void gone(GroupKey key, long from, long to) throws SQLException {
        long lost = Math.max(from, metadata.keptNow(key));
        if (lost < to) {
            missing(key, lost, to);
            sets(key).lost(lost, to);
        }
    }

    /** Whether items of the group up to this number are forgotten. */
    boolean forgot(GroupKey key, long before) throws SQLException {
        return metadata.keptNow(key) >= before;
    }

    private DecodableSets sets(GroupKey key) {
        return decodable.computeIfAbsent(key, group -> new DecodableSets(metadata.sensors(group)));
    }

    /** All items are checked: tells what is lost at the ends of groups. */
    void end() {
        decodable.forEach((key, sets) -> sets.end().ifPresent(lost -> tell(key, lost)));
    }

    private void tell(GroupKey key, LostSets lost) {
        listener.lost(metadata.place(key), lost);
    }

    /** Sensor sets that can be decoded, as far as items are intact. */
    long decodable() {
        return decodable.values().stream().mapToLong(DecodableSets::decodable).sum();
    }

    /** Sensor sets that cannot be decoded because items are damaged, as far as headers tell. */
    long undecodable() {
        return decodable.values().stream().mapToLong(DecodableSets::undecodable).sum();
    }

    /** Some numbers of a group have no row. */
    void missing(GroupKey key, long from, long to) {
        listener.found(new StoreDamage(
                "item",
                metadata.place(key) + ", "
                        + (to == from + 1 ? "number " + from : "numbers " + from + " to " + (to - 1)),
                to == from + 1 ? "is " + StoreDamage.MISSING : "are " + StoreDamage.MISSING));
    }

    void found(GroupKey key, long sequence, String what) {
        listener.found(new StoreDamage("item", metadata.place(key) + ", number " + sequence, what));
    }

    String place(GroupKey key) {
        return metadata.place(key);
    }
}
