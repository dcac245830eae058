package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.packet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. */
class ForgettingTest extends ForgettingContract {
    @TempDir
    private Path directory;

    @Override
    StoreLocation location() {
        return StoreLocation.of(directory.resolve("store.db").toString());
    }

    @Override
    StoreLocation copy() {
        return StoreLocation.of(directory.resolve("copy.db").toString());
    }

    @Override
    Connection connect() throws SQLException {
        return TestConnections.open("jdbc:sqlite:" + file());
    }

    private Path file() {
        return directory.resolve("store.db");
    }

    /** Of each round, the items behind the last key packet stay, and those of a group that is forgotten seldom. */
    @Test
    void theFileUsesTheRoomAgain() throws Exception {
        long next = 0;
        long early = 0;
        for (int round = 0; round < 60; round++) {
            List<Sequenced> items = new ArrayList<>();
            for (long sequence = next; sequence < next + 400; sequence++) {
                items.add(packet(0, sequence, 300));
                if (sequence % 40 == 0) {
                    items.add(packet(1, sequence / 40, 6000));
                }
            }
            store(items);
            next += 400;
            store.forgetBefore(one, 0, next);
            if (round % 5 == 4) {
                store.forgetBefore(one, 1, next / 40);
            }
            if (round % 20 == 19) {
                reopen();
            }
            if (round == 14) {
                early = Files.size(file());
            }
        }
        store.close();
        assertThat(early).isPositive();
        assertThat(Files.size(file())).isLessThan(early + early / 2);
        assertWhole();
    }

    /** Otherwise another process that reads would miss the new items. */
    @Test
    void theRowsOfARemovedSessionAreNotNumberedAgain() {
        InterconnectRecord other = store.create(TestRecords.interconnect(2));
        store(packets(0, 0, 300));
        try (JdbcStore reader = JdbcStore.openForReading(location())) {
            assertThat(readAll(reader, one, 0, 0)).hasSize(300);
            assertThat(store.remove(one, new long[] {300, 0})).isTrue();
            reopen();
            one = other;
            store(packets(0, 0, 10));
            assertThat(readAll(reader, other, 0, 0)).hasSize(10);
        }
    }

    @Test
    void whileAnotherProcessWritesNothingIsForgottenAndNothingIsLost() throws SQLException {
        store(packets(0, 0, 20));
        store.close();
        store = JdbcStore.open(location(), new StoreSettings(100, 1 << 20, Duration.ofMillis(50), 1));
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("UPDATE item_log SET without_items = NULL");
            }
            assertThatThrownBy(() -> store.forgetBefore(one, 0, 12))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE));
            connection.rollback();
        }
        assertThat(readAll(store, one, 0, 0)).hasSize(20);
        store(packets(0, 20, 25));
        assertThat(store.forgetBefore(one, 0, 12)).isEqualTo(10);
        assertSame(readAll(store, one, 0, 10), packets(0, 10, 25));
        assertWhole();
    }
}
