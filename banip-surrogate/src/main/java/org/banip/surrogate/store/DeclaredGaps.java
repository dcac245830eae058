package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.surrogate.store.LogTail.GroupKey;

/** How many gaps each group of a store declares, without retirements. Reads the table of items once, without what is in them. Immutable. */
public final class DeclaredGaps {
    private static final String COUNT =
            "SELECT interconnect, group_index, COUNT(*) FROM item WHERE gap_reason IS NOT NULL AND gap_reason <> "
                    + Gap.Reason.RETIRED.number() + " GROUP BY interconnect, group_index";

    private final boolean known;
    private final Map<GroupKey, Long> gaps;

    private DeclaredGaps(boolean known, Map<GroupKey, Long> gaps) {
        this.known = known;
        this.gaps = gaps;
    }

    /** Counts those of a store. If its file is damaged, nothing is known. */
    public static DeclaredGaps of(Store store) {
        try {
            return store.sideTables()
                    .map(tables -> new DeclaredGaps(true, tables.read(DeclaredGaps::count)))
                    .orElseGet(() -> new DeclaredGaps(false, Map.of()));
        } catch (BanipException e) {
            return new DeclaredGaps(false, Map.of()); // 'banip verify' names the damage
        }
    }

    private static Map<GroupKey, Long> count(Connection connection) throws SQLException {
        Map<GroupKey, Long> gaps = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(COUNT);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                gaps.put(new GroupKey(row.getLong(1), row.getInt(2)), row.getLong(3));
            }
        }
        return gaps;
    }

    /** Those of a group; empty if that is not known. */
    public OptionalLong in(InterconnectRecord interconnect, int group) {
        return known
                ? OptionalLong.of(gaps.getOrDefault(new GroupKey(interconnect.id(), group), 0L))
                : OptionalLong.empty();
    }
}
