package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.BanDescriptionJson;

/** Adds groups to an interconnect that is stored. On the writer's thread, inside a transaction. */
final class AddedGroups {
    /** Another host that takes the interconnect over waits for this row, or has changed its epoch before. */
    private static final String DESCRIBE = "UPDATE interconnect SET ban = ?, row_crc = ? WHERE id = ? AND epoch = ?";

    private AddedGroups() {}

    /**
     * Adds the groups that are not there; not yet committed.
     *
     * @return what is stored then
     */
    static InterconnectRecord add(Connection connection, InterconnectRecord with, String where) throws SQLException {
        InterconnectRecord stored = InterconnectTable.find(connection, with.id())
                .orElseThrow(() -> new BanipException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        "store " + where + " does not have interconnect " + with.session() + " any more"));
        int known = stored.chains().size();
        boolean continues = with.ban().continues(stored.ban())
                && with.chains().subList(0, known).equals(stored.chains());
        if (!continues) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH,
                    "interconnect " + with.session() + " is stored with other groups or chains");
        }
        if (known < with.chains().size()) {
            describe(connection, with, where);
            InterconnectTable.insertGroups(connection, with, known);
        }
        return with;
    }

    private static void describe(Connection connection, InterconnectRecord with, String where) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(DESCRIBE)) {
            String ban = BanDescriptionJson.toJson(with.ban());
            update.setString(1, ban);
            update.setInt(
                    2, RowCrc.of(with.session(), with.identity(), with.surrogateType(), ban, with.registeredNanos()));
            update.setLong(3, with.id());
            update.setLong(4, with.epoch());
            if (update.executeUpdate() != 1) {
                throw new BanipException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        "store " + where + ": another host has taken over interconnect " + with.session());
            }
        }
    }
}
