package org.banip.surrogate.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;

/** Converts items to rows and rows to items, with checks. */
final class ItemTable {
    /** The columns that {@link #bind} fills in, in its order. */
    static final String INSERT_COLUMNS = "interconnect, group_index, sequence, sequence_count, origin_nanos,"
            + " first_unit, unit_count, is_key, gap_reason, received_nanos, crc, payload, row_crc";

    private static final String COLUMNS = "sequence, sequence_count, origin_nanos, first_unit, unit_count, is_key,"
            + " gap_reason, crc, payload, interconnect, group_index, received_nanos, ";
    /** The first schema version with checksums of rows. */
    static final int CHECKED_ROWS = 4;

    private ItemTable() {}

    /** The columns that {@link #item} reads, in its order. */
    static String columns(int schema) {
        return COLUMNS + rowCrc(schema);
    }

    /** The column of the rows' checksums, if this schema has it. */
    static String rowCrc(int schema) {
        return schema >= CHECKED_ROWS ? "row_crc" : "NULL";
    }

    /** Fills in the insert statement. */
    static void bind(PreparedStatement insert, WriteRequest request) throws SQLException {
        insert.setLong(1, request.interconnect().id());
        insert.setInt(2, request.item().group());
        insert.setLong(3, request.item().sequence());
        insert.setLong(10, request.receivedNanos());
        insert.setInt(13, rowCrc(request));
        if (request.item() instanceof Packet packet) {
            bind(insert, packet);
        } else {
            bind(insert, (Gap) request.item());
        }
    }

    private static void bind(PreparedStatement insert, Packet packet) throws SQLException {
        PacketHeader header = packet.header();
        insert.setLong(4, 1);
        insert.setLong(5, header.originNanos());
        insert.setLong(6, header.firstUnit());
        insert.setLong(7, header.unitCount());
        insert.setInt(8, header.key() ? 1 : 0);
        insert.setNull(9, Types.SMALLINT);
        insert.setInt(11, packet.crc());
        insert.setBytes(12, packet.payload());
    }

    private static int rowCrc(WriteRequest request) {
        long interconnect = request.interconnect().id();
        int group = request.item().group();
        long sequence = request.item().sequence();
        if (request.item() instanceof Gap gap) {
            return RowCrc.ofItem(
                    interconnect,
                    group,
                    sequence,
                    gap.sequenceCount(),
                    0,
                    gap.reason().number(),
                    request.receivedNanos(),
                    crc(gap));
        }
        int key = request.isKey() ? 1 : 0;
        int crc = ((Packet) request.item()).crc();
        return RowCrc.ofItem(interconnect, group, sequence, 1, key, RowCrc.NO_REASON, request.receivedNanos(), crc);
    }

    private static void bind(PreparedStatement insert, Gap gap) throws SQLException {
        insert.setLong(4, gap.sequenceCount());
        insert.setLong(5, gap.originNanos());
        insert.setLong(6, gap.firstUnit());
        insert.setLong(7, gap.unitCount());
        insert.setInt(8, 0);
        insert.setInt(9, gap.reason().number());
        insert.setInt(11, crc(gap));
        insert.setBytes(12, null);
    }

    /** A gap is received without a CRC; this CRC detects a damaged row. */
    private static int crc(Gap gap) {
        int crc = Crc32c.START;
        crc = Crc32c.updateBigEndian(crc, gap.group(), 1);
        crc = Crc32c.updateBigEndian(crc, gap.sequence(), 8);
        crc = Crc32c.updateBigEndian(crc, gap.sequenceCount(), 8);
        crc = Crc32c.updateBigEndian(crc, gap.originNanos(), 8);
        crc = Crc32c.updateBigEndian(crc, gap.firstUnit(), 8);
        crc = Crc32c.updateBigEndian(crc, gap.unitCount(), 8);
        crc = Crc32c.updateBigEndian(crc, gap.reason().number(), 1);
        return Crc32c.finish(crc);
    }

    /** The item in the current row, in {@link #columns}. */
    static Sequenced item(ResultSet row, UUID session, int group) throws SQLException {
        long sequence = row.getLong(1);
        String what;
        try {
            Optional<Sequenced> item = row.getBytes(9) == null ? gap(row, group) : packet(row, group);
            if (item.isPresent() && rowIntact(row)) {
                return item.get();
            }
            what = item.isPresent() ? "its row's checksum does not match" : "its CRC does not match its content";
        } catch (BanipException e) {
            what = String.valueOf(e.getMessage());
        }
        throw new DamagedItemException(session, group, sequence, sequence + 1, "is damaged: " + what);
    }

    private static Optional<Sequenced> gap(ResultSet row, int group) throws SQLException {
        Gap gap = new Gap(
                group,
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                Gap.Reason.ofNumber(row.getInt(7)));
        return row.getInt(8) == crc(gap) ? Optional.of(gap) : Optional.empty();
    }

    private static Optional<Sequenced> packet(ResultSet row, int group) throws SQLException {
        long units = row.getLong(5);
        if (units != (int) units) {
            return Optional.empty();
        }
        PacketHeader header = new PacketHeader(
                group, row.getLong(1), row.getLong(3), row.getLong(4), (int) units, row.getInt(6) == 1);
        Packet packet = new Packet(header, row.getBytes(9), row.getInt(8));
        return packet.intact() ? Optional.of(packet) : Optional.empty();
    }

    /** Whether the row has no checksum, or the right one. */
    static boolean rowIntact(ResultSet row) throws SQLException {
        OptionalInt stored = RowCrc.stored(row, 13);
        if (stored.isEmpty()) {
            return true;
        }
        int number = row.getInt(7);
        int reason = row.wasNull() ? RowCrc.NO_REASON : number;
        return stored.getAsInt()
                == RowCrc.ofItem(
                        row.getLong(10),
                        row.getInt(11),
                        row.getLong(1),
                        row.getLong(2),
                        row.getInt(6),
                        reason,
                        row.getLong(12),
                        row.getInt(8));
    }
}
