package org.banip.surrogate.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
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
            + " first_unit, unit_count, is_key, gap_reason, received_nanos, crc, payload";
    /** The columns that {@link #item} reads, in its order. */
    static final String COLUMNS = "sequence, sequence_count, origin_nanos, first_unit, unit_count, is_key,"
            + " gap_reason, crc, payload, interconnect, group_index";

    private ItemTable() {}

    /** Fills in the insert statement. */
    static void bind(PreparedStatement insert, WriteRequest request) throws SQLException {
        insert.setLong(1, request.interconnect().id());
        insert.setInt(2, request.item().group());
        insert.setLong(3, request.item().sequence());
        insert.setLong(10, request.receivedNanos());
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

    /** The item in the current row. */
    static Sequenced item(ResultSet row, UUID session, int group) throws SQLException {
        long sequence = row.getLong(1);
        int crc = row.getInt(8);
        byte[] payload = row.getBytes(9);
        try {
            int reason = row.getInt(7);
            if (payload == null) {
                Gap gap = new Gap(
                        group,
                        sequence,
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        Gap.Reason.ofNumber(reason));
                if (crc == crc(gap)) {
                    return gap;
                }
            } else {
                PacketHeader header = new PacketHeader(
                        group, sequence, row.getLong(3), row.getLong(4), row.getInt(5), row.getInt(6) == 1);
                Packet packet = new Packet(header, payload, crc);
                if (packet.intact()) {
                    return packet;
                }
            }
        } catch (BanipException e) {
            throw new DamagedItemException(session, group, sequence, sequence + 1, "is damaged: " + e.getMessage());
        }
        throw new DamagedItemException(
                session, group, sequence, sequence + 1, "is damaged: its CRC does not match its content");
    }
}
