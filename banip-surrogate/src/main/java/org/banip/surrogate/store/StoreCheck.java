package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.banip.core.error.BanipException;

/**
 * Checks that a store is as it was written (docs/store.md, "Verify, back up, forget"): every row by its checksum, every group for missing items, and of
 * an SQLite file its write-ahead log, its index and its structure. Changes nothing. Hosts may write the store meanwhile.
 */
public final class StoreCheck {
    /**
     * What was checked.
     *
     * @param interconnects interconnects that can be read
     * @param items items that are intact
     * @param damages damages that the listener heard of
     * @param decodable sensor sets that can be decoded
     * @param undecodable sensor sets that cannot be decoded because of damages, as far as the headers of items tell
     */
    public record Report(int interconnects, long items, long damages, long decodable, long undecodable) {}

    private final StoreLocation location;
    private final CheckListener listener;
    private final AtomicLong damages = new AtomicLong();

    private StoreCheck(StoreLocation location, CheckListener listener) {
        this.location = location;
        this.listener = new CheckListener() {
            @Override
            public void found(StoreDamage damage) {
                damages.incrementAndGet();
                listener.found(damage);
            }

            @Override
            public void lost(String place, LostSets sets) {
                listener.lost(place, sets);
            }

            @Override
            public void progress(String step, long done, long total) {
                listener.progress(step, done, total);
            }
        };
    }

    /**
     * Checks a store.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if it cannot be opened, also because of a damage: then the message has it
     */
    public static Report run(StoreLocation location, CheckListener listener) {
        return new StoreCheck(location, listener).run();
    }

    private Report run() {
        String where = location.toString();
        location.file().ifPresent(this::log);
        String url = location.file().map(SqliteFile::forReading).orElse(location.text());
        Dialect dialect = Dialect.of(url);
        DataSource source =
                DriverDataSource.of(url, dialect.readOnlyProperties(location.credentials(), StoreSettings.DEFAULT));
        int schema = Migrations.check(source, dialect, where);
        try (Connection connection = source.getConnection()) {
            return tables(connection, dialect, schema);
        } catch (SQLException e) {
            throw StoreFailure.of(where, "cannot be checked", e);
        }
    }

    private void log(Path file) {
        try {
            WalFile log = WalFile.read(file);
            log.damages()
                    .forEach(damage -> listener.found(new StoreDamage("write-ahead log", "", damage.what(log.file()))));
        } catch (IOException e) {
            throw StoreFailure.of(file.toString(), "cannot be checked: its write-ahead log cannot be read", e);
        }
    }

    private Report tables(Connection connection, Dialect dialect, int schema) throws SQLException {
        MetadataCheck metadata = new MetadataCheck(connection, schema, listener);
        metadata.run();
        new AlertCheck(connection, schema, listener).run();
        ItemCheck items = new ItemCheck(metadata, listener);
        if (dialect != Dialect.SQLITE) {
            new KeyedCheck(connection, schema, listener, items).run(dialect.itemEstimate);
            return report(metadata, items);
        }
        try {
            if (schema < 2) {
                new KeyedCheck(connection, schema, listener, items).run(dialect.itemEstimate);
            } else {
                metadata.log();
                new LogCheck(connection, schema, listener, items).run();
            }
        } catch (SQLException e) {
            listener.found(new StoreDamage("item", "", "cannot be read: " + e.getMessage()));
        }
        listener.progress("structure", 0, 0);
        new SqliteStructure(connection, listener).run(schema);
        return report(metadata, items);
    }

    private Report report(MetadataCheck metadata, ItemCheck items) {
        items.end();
        return new Report(
                metadata.interconnects(), items.intact(), damages.get(), items.decodable(), items.undecodable());
    }
}
