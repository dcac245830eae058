package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.store.LogTail.Due;
import org.banip.surrogate.store.LogTail.GroupKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Items in an append-only table, found by extents that are written later (docs/store.md, "Bytes written"): SQLite, schema version
 * 2. So a packet of a slow MBU does not change an index page.
 *
 * <p>Fields of a transaction belong to the writer's thread, the tail to any thread.
 */
final class ItemLog implements Items {
    /** Largest part of the log, in bytes, that is not in the table of extents and must be read again after a crash. */
    static final long LAG_BYTES = 64L << 20;
    /** The row {@code indexed_through} is updated after this part of the log; each update writes a page. */
    private static final long MARK_ROWS = 50_000;

    private static final Logger LOG = ServerLog.of(ItemLog.class);

    private static final int GROUPS_PER_TRANSACTION = 64;

    private static final String INSERT =
            "INSERT INTO item (" + ItemTable.INSERT_COLUMNS + ", id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String LAST_ROW = "SELECT last_item FROM item_extent"
            + " WHERE interconnect = ? AND group_index = ? ORDER BY first_sequence DESC LIMIT 1";
    private static final String RECEIVED = "SELECT received_nanos FROM item WHERE id = ?";
    private static final String PAGE = " FROM item WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id";
    private static final String LAST_KEY_OF_ROWS =
            "SELECT max(sequence) FROM item" + " WHERE id IN (SELECT value FROM json_each(?)) AND is_key = 1";

    private final boolean readOnly;
    private final int schema;
    private final String select;
    private final GroupEnd end;
    /** Replaced as a whole, so that readers never see a partial one. */
    private volatile LogTail tail = new LogTail();

    private LogScan scan;
    /** The whole log, if the table of extents is damaged. */
    private @Nullable LogTail everything;
    /** Why the whole log could not be read; then it is not read again. */
    private @Nullable SQLException unreadable;
    /** Whether the table of extents is not used any more, because it leads to wrong items. */
    private volatile boolean distrusted;

    private @Nullable Connection known;
    private long dataVersion;
    private long lastRow;
    private long marked;
    private List<Due> flushed = List.of();
    /** For each group, the number before which this transaction has removed all items. */
    private final Map<GroupKey, Long> forgotten = new HashMap<>();

    private final List<WriteRequest> appended = new ArrayList<>();

    private ItemLog(boolean readOnly, int schema) {
        this.readOnly = readOnly;
        this.schema = schema;
        select = "SELECT " + ItemTable.columns(schema) + PAGE;
        end = new GroupEnd(readOnly, schema);
        scan = new LogScan(tail, schema, readOnly);
    }

    /** Reads the end of the log, before the store is used; indexes it in slices if it is long. */
    static ItemLog open(Connection connection, boolean readOnly, int schema) throws SQLException {
        ItemLog log = new ItemLog(readOnly, schema);
        if (readOnly && !SqliteStructure.isWhole(connection, "item_extent")) {
            boolean unused = log.distrustIndex(connection);
        }
        log.scan.begin(connection);
        while (log.scan.readOn(connection, readOnly ? Long.MAX_VALUE : LAG_BYTES) && !readOnly) {
            connection.setAutoCommit(false);
            log.indexAll(connection);
            connection.setAutoCommit(true);
            log.committed();
        }
        return log;
    }

    @Override
    public boolean begin(Connection connection) throws SQLException {
        boolean changed = changed(connection);
        if (changed) {
            LogTail fresh = new LogTail();
            scan = new LogScan(fresh, schema, readOnly);
            scan.begin(connection);
            boolean unused = scan.readOn(connection, Long.MAX_VALUE);
            tail = fresh;
        }
        lastRow = tail.lastRow();
        flushed = tail.due(LAG_BYTES, GROUPS_PER_TRANSACTION);
        ExtentTable.write(connection, flushed);
        mark(connection, false);
        return changed;
    }

    /** Whether it is a new connection, or another one has committed since (SQLite, "PRAGMA data_version"). */
    private boolean changed(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA data_version")) {
            long version = row.next() ? row.getLong(1) : 0;
            boolean changed = connection != known || version != dataVersion;
            known = connection;
            dataVersion = version;
            return changed;
        }
    }

    /** Stores how far the table of extents is complete, without the rows of this transaction. */
    private void mark(Connection connection, boolean always) throws SQLException {
        if (!always && lastRow - marked < MARK_ROWS) {
            return;
        }
        marked = lastRow;
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE item_log SET indexed_through = ?1, indexed_check = -1 - ?1")) {
            update.setLong(1, always ? lastRow : tail.indexedThrough());
            update.executeUpdate();
        }
    }

    @Override
    public PreparedStatement insert(Connection connection) throws SQLException {
        return connection.prepareStatement(INSERT);
    }

    @Override
    public void bind(PreparedStatement insert, WriteRequest request) throws SQLException {
        ItemTable.bind(insert, request);
        insert.setLong(14, ++lastRow);
        appended.add(request);
    }

    @Override
    public void committed() {
        tail.written(flushed);
        flushed = List.of();
        forgotten.forEach(tail::forgetBefore);
        forgotten.clear();
        long row = lastRow - appended.size();
        for (WriteRequest request : appended) {
            tail.add(
                    new GroupKey(request.interconnect().id(), request.item().group()),
                    ++row,
                    request.item().sequence(),
                    request.item().nextSequence() - request.item().sequence(),
                    request.isKey(),
                    request.payloadBytes());
        }
        appended.clear();
    }

    @Override
    public void rolledBack() {
        flushed = List.of();
        forgotten.clear();
        appended.clear();
        known = null;
    }

    @Override
    public void indexAll(Connection connection) throws SQLException {
        List<Due> rest = tail.all();
        rest.removeIf(this::isFlushed);
        ExtentTable.write(connection, rest);
        List<Due> all = new ArrayList<>(flushed);
        all.addAll(rest);
        flushed = all;
        lastRow = tail.lastRow();
        mark(connection, true);
    }

    private boolean isFlushed(Due due) {
        return flushed.stream().anyMatch(done -> done.isSame(due));
    }

    @Override
    public long forgetBefore(Connection connection, long interconnect, int group, long before, int most)
            throws SQLException {
        GroupKey key = new GroupKey(interconnect, group);
        ForgottenRows rows = new ForgottenRows(connection, key, before);
        long removed = rows.inTable(most);
        if (removed < most) {
            for (Extent extent : tail.extents(key)) {
                removed += isFlushed(new Due(key, extent)) ? 0 : rows.rows(extent);
            }
            forgotten.put(key, before);
        }
        return removed;
    }

    /** All is indexed first, so that no row is left, and no number of a row is used again. */
    @Override
    public void remove(Connection connection, long interconnect) throws SQLException {
        indexAll(connection);
        for (long group : InterconnectTable.groups(connection, interconnect)) {
            GroupKey key = new GroupKey(interconnect, (int) group);
            long unused = new ForgottenRows(connection, key, Long.MAX_VALUE).inTable(Long.MAX_VALUE);
        }
        removeEmpty(connection, interconnect);
    }

    @Override
    public String index() {
        return "item_extent";
    }

    /** Otherwise the trigger that removes an interconnect's items would search the part of the log that is not indexed. */
    @Override
    public void removeEmpty(Connection connection, long interconnect) throws SQLException {
        try (PreparedStatement mark = connection.prepareStatement("UPDATE item_log SET without_items = ?")) {
            mark.setLong(1, interconnect);
            mark.executeUpdate();
            InterconnectTable.delete(connection, interconnect);
            mark.setNull(1, Types.BIGINT);
            mark.executeUpdate();
        }
    }

    @Override
    public void refresh(Connection connection) throws SQLException {
        scan.refresh(connection);
    }

    @Override
    public long next(Connection connection, long interconnect, int group) throws SQLException {
        OptionalLong inTail = tail.next(new GroupKey(interconnect, group));
        if (inTail.isPresent()) {
            return inTail.getAsLong();
        }
        GroupKey key = new GroupKey(interconnect, group);
        if (distrusted) {
            return Math.max(
                    everything(connection).next(key).orElse(0), end.nextOrNone(connection, interconnect, group));
        }
        OptionalLong inExtents;
        try {
            inExtents = end.next(connection, interconnect, group);
        } catch (SQLException e) {
            return everything(connection, e).next(key).orElse(0);
        }
        if (inExtents.isPresent()) {
            return inExtents.getAsLong();
        }
        boolean unused = distrustIndex(connection);
        return everything(connection).next(key).orElse(0);
    }

    @Override
    public long lastReceived(Connection connection, long interconnect, int group) throws SQLException {
        OptionalLong inTail = tail.lastRow(new GroupKey(interconnect, group));
        long row = inTail.isPresent() ? inTail.getAsLong() : number(connection, LAST_ROW, interconnect, group);
        return number(connection, RECEIVED, row);
    }

    private static long number(Connection connection, String query, long... parameters) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setLong(i + 1, parameters[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : NONE;
            }
        }
    }

    @Override
    public long lastKey(Connection connection, long interconnect, int group, long sequence) throws SQLException {
        List<Extent> inTail = tail.extents(new GroupKey(interconnect, group));
        for (int i = inTail.size() - 1; i >= 0; i--) {
            long key = lastKey(connection, inTail.get(i), sequence);
            if (key != NONE) {
                return key;
            }
        }
        try (PreparedStatement select = connection.prepareStatement(ExtentTable.UP_TO_WITH_KEYS)) {
            select.setLong(1, interconnect);
            select.setInt(2, group);
            select.setLong(3, sequence);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    long key = lastKey(connection, ExtentTable.extent(rows), sequence);
                    if (key != NONE) {
                        return key;
                    }
                }
            }
        }
        return NONE;
    }

    /** The last key packet of the extent up to a number. */
    private static long lastKey(Connection connection, Extent extent, long sequence) throws SQLException {
        if (extent.lastKey() <= sequence) {
            return extent.lastKey();
        }
        PageRows.Numbers before = new PageRows.Numbers();
        for (int i = 0; i < extent.count() && extent.first() + i <= sequence; i++) {
            before.add(extent.row(i));
        }
        try (PreparedStatement select = connection.prepareStatement(LAST_KEY_OF_ROWS)) {
            select.setString(1, before.json());
            try (ResultSet row = select.executeQuery()) {
                long key = row.next() ? row.getLong(1) : NONE;
                return row.wasNull() ? NONE : key;
            }
        }
    }

    /** The tail is searched first: rows that leave it meanwhile are already in the table of extents. */
    @Override
    public ItemPage page(Connection connection, long interconnect, int group, long from, int limit)
            throws SQLException {
        List<Extent> inTail = tail.extents(new GroupKey(interconnect, group));
        PageRows page = new PageRows(from, limit);
        if (distrusted) {
            everything(connection).addTo(page, new GroupKey(interconnect, group));
            if (!page.full() && inTail.isEmpty()) {
                page.endsAt(end.nextOrNone(connection, interconnect, group));
            }
            return page(connection, page, inTail);
        }
        try (PreparedStatement select = connection.prepareStatement(ExtentTable.FROM)) {
            select.setLong(1, interconnect);
            select.setInt(2, group);
            select.setLong(3, from);
            try (ResultSet rows = select.executeQuery()) {
                while (!page.full() && rows.next()) {
                    page.add(ExtentTable.extent(rows));
                }
            }
        } catch (SQLException e) {
            everything(connection, e).addTo(page, new GroupKey(interconnect, group));
        }
        return page(connection, page, inTail);
    }

    private ItemPage page(Connection connection, PageRows page, List<Extent> inTail) throws SQLException {
        inTail.forEach(page::add);
        PreparedStatement rows = connection.prepareStatement(select);
        rows.setString(1, page.numbers().json());
        return new ItemPage(rows, page.start(), page.end(), page.full());
    }

    /** The readable part of the log without the table of extents; only for readers, because it is in memory. */
    private LogTail everything(Connection connection, SQLException damage) throws SQLException {
        if (!readOnly || !Dialect.isDamage(damage)) {
            throw damage;
        }
        LOG.warn("the table of extents is damaged and the whole log is read instead: {}", damage.getMessage());
        return everything(connection);
    }

    private synchronized LogTail everything(Connection connection) throws SQLException {
        if (unreadable != null) {
            throw unreadable;
        }
        LogTail all = everything;
        if (all == null) {
            all = new LogTail();
            try {
                boolean unused = new LogScan(all, schema, true).readOn(connection, Long.MAX_VALUE);
            } catch (SQLException e) {
                unreadable = Dialect.isDamage(e) ? e : null;
                throw e;
            }
            everything = all;
        }
        return all;
    }

    @Override
    public synchronized boolean distrustIndex(Connection connection) {
        if (!readOnly || distrusted) {
            return false;
        }
        LOG.warn("the table of extents is damaged and the whole log is read instead");
        distrusted = true;
        return true;
    }
}
