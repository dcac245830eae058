package org.banip.surrogate.store;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.OptionalInt;
import org.banip.core.packet.Crc32c;

/** CRC-32C of rows (docs/store.md, "Checksums of rows"). */
final class RowCrc {
    /** In place of a gap's reason, for a packet. */
    static final int NO_REASON = 0xffff;

    private RowCrc() {}

    /**
     * Of an item: of what finds it in the store, and, by its own CRC, of its content.
     *
     * @param reason of a gap, otherwise {@link #NO_REASON}
     * @param crc the item's own
     */
    static int ofItem(
            long interconnect,
            int group,
            long sequence,
            long sequenceCount,
            int isKey,
            int reason,
            long receivedNanos,
            int crc) {
        int state = Crc32c.START;
        state = Crc32c.updateBigEndian(state, interconnect, 8);
        state = Crc32c.updateBigEndian(state, group, 2);
        state = Crc32c.updateBigEndian(state, sequence, 8);
        state = Crc32c.updateBigEndian(state, sequenceCount, 8);
        state = Crc32c.updateBigEndian(state, isKey, 2);
        state = Crc32c.updateBigEndian(state, reason, 2);
        state = Crc32c.updateBigEndian(state, receivedNanos, 8);
        state = Crc32c.updateBigEndian(state, crc, 4);
        return Crc32c.finish(state);
    }

    /** Of any other row: of its columns as text, each after its length in bytes (4 bytes, network order). */
    static int of(Object... columns) {
        int state = Crc32c.START;
        for (Object column : columns) {
            byte[] text = String.valueOf(column).getBytes(StandardCharsets.UTF_8);
            state = Crc32c.updateBigEndian(state, text.length, 4);
            state = Crc32c.update(state, text, 0, text.length);
        }
        return Crc32c.finish(state);
    }

    /** The stored checksum; empty if the row has none. */
    static OptionalInt stored(ResultSet row, int column) throws SQLException {
        int crc = row.getInt(column);
        return row.wasNull() ? OptionalInt.empty() : OptionalInt.of(crc);
    }

    /** Fills in a checksum, or null if there is none. */
    static void bind(PreparedStatement statement, int column, OptionalInt crc) throws SQLException {
        if (crc.isPresent()) {
            statement.setInt(column, crc.getAsInt());
        } else {
            statement.setNull(column, Types.INTEGER);
        }
    }
}
