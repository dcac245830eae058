package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.gap;
import static org.banip.surrogate.store.TestRecords.packet;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store that is a buffer forgets what was passed on, whatever the database. */
abstract class ForgettingContract {
    private final Commits commits = new Commits();

    JdbcStore store;
    InterconnectRecord one;

    abstract StoreLocation location();

    /** A place for a copy that goes row by row. */
    abstract StoreLocation copy();

    /** May change rows as a host does. */
    abstract Connection connect() throws SQLException;

    void sql(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        }
    }

    @BeforeEach
    void openStore() {
        store = open();
        one = store.create(TestRecords.interconnect(1));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    JdbcStore open() {
        return JdbcStore.open(location(), StoreSettings.DEFAULT);
    }

    void reopen() {
        store.close();
        store = open();
    }

    /** Every fifth is a key packet. */
    static List<Sequenced> packets(int group, long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(sequence -> (Sequenced) packet(group, sequence, 20))
                .toList();
    }

    void store(List<? extends Sequenced> items) {
        commits.store(store, one, items);
        assertThat(commits.failed).isEmpty();
    }

    void assertWhole() {
        assertThat(Checked.store(location()).damages()).isEmpty();
    }

    @Test
    void whatWasPassedOnIsGoneUpToTheLastKeyPacketAndAllElseIsAsBefore() {
        store(packets(0, 0, 1203));
        store(packets(1, 0, 7));

        assertThat(store.forgetBefore(one, 0, 1199)).isEqualTo(1195);
        assertThat(store.forgetBefore(one, 0, 1199)).isZero();
        for (int opened = 0; opened < 2; opened++) {
            assertSame(readAll(store, one, 0, 1195), packets(0, 1195, 1203));
            assertSame(readAll(store, one, 0, 1201), packets(0, 1201, 1203));
            assertSame(readAll(store, one, 1, 0), packets(1, 0, 7));
            assertThat(store.nextSequences(one)).containsExactly(1203, 7);
            assertThat(store.keptFrom(one, 0)).isEqualTo(1195);
            assertThat(store.keptFrom(one, 1)).isZero();
            assertThat(store.lastKeyPacket(one, 0)).contains(1200L);
            assertThat(store.lastKeyPacket(one, 0, 1199)).contains(1195L);
            assertThat(store.lastKeyPacket(one, 0, 1194)).isEmpty();
            assertThat(store.lastReceived(one)).containsExactly(42, 42);
            assertWhole();
            reopen();
        }
        store(packets(0, 1203, 1210));
        assertSame(readAll(store, one, 0, 1195), packets(0, 1195, 1210));
        assertWhole();
    }

    @Test
    void withoutAKeyPacketUpToTheNumberNothingIsForgotten() {
        store(List.of(gap(0, 0, 6, Gap.Reason.SPOOL_FULL), packet(0, 6, 5), gap(0, 7, 1, Gap.Reason.SENSOR_SILENT)));
        assertThat(store.forgetBefore(one, 0, 8)).isZero();
        assertThat(store.forgetBefore(one, 1, 8)).isZero();
        assertThat(store.forgetBefore(TestRecords.interconnect(2).withId(99), 0, 8))
                .isZero();
        assertThat(readAll(store, one, 0, 0)).hasSize(3);
        assertWhole();
    }

    @Test
    void gapsAreForgottenAndTheLastItemStays() {
        List<Sequenced> items = new ArrayList<>(packets(0, 0, 3));
        items.add(gap(0, 3, 7, Gap.Reason.SPOOL_FULL));
        items.addAll(packets(0, 10, 14));
        items.add(gap(0, 14, 1, Gap.Reason.SENSOR_SILENT));
        items.addAll(packets(0, 15, 16));
        store(items);
        assertThat(store.forgetBefore(one, 0, 14)).isEqualTo(4);
        assertThat(store.forgetBefore(one, 0, Long.MAX_VALUE)).isEqualTo(5);
        assertSame(readAll(store, one, 0, 15), packets(0, 15, 16));
        assertThat(store.nextSequences(one)).containsExactly(16, 0);
        assertWhole();
    }

    @Test
    void forgettingAndStoringTakeTurns() {
        long next = 0;
        for (int round = 0; round < 40; round++) {
            store(packets(0, next, next + 37));
            next += 37;
            store.forgetBefore(one, 0, next - 3);
            long key = store.lastKeyPacket(one, 0, next - 3).orElseThrow();
            assertSame(readAll(store, one, 0, key), packets(0, key, next));
            if (round % 13 == 12) {
                reopen();
            }
        }
        assertWhole();
    }

    @Test
    void aSessionThatWasPassedOnIsRemovedUnlessItHasMoreThanIsKnown() {
        InterconnectRecord other = store.create(TestRecords.interconnect(2));
        commits.store(store, other, packets(0, 0, 300));
        store(packets(0, 0, 600));
        store(packets(1, 0, 3));
        InterconnectRecord found = store.find(one.session()).orElseThrow();

        assertThat(store.remove(found, new long[] {600, 2})).isFalse();
        assertThat(store.remove(found, new long[] {600})).isFalse();
        assertThat(readAll(store, one, 0, 0)).hasSize(600);
        assertThat(store.remove(found, new long[] {600, 3})).isTrue();
        assertThat(store.remove(found, new long[] {600, 3})).isFalse();
        assertThat(store.find(one.session())).isEmpty();
        assertThat(store.keptFrom(one, 0)).isZero();
        assertThat(readAll(store, one, 0, 0)).isEmpty();
        assertThat(Checked.store(location()).items()).isEqualTo(300);
        assertWhole();
        reopen();
        assertSame(readAll(store, other, 0, 0), packets(0, 0, 300));
        assertThat(store.interconnects()).hasSize(1);
    }

    @Test
    void aSessionThatAHostHasTakenOverIsNotRemoved() {
        store(packets(0, 0, 5));
        InterconnectRecord mine = store.takeOver(one);
        long[] next = {5, 0};
        assertThat(store.remove(one, next)).isFalse();
        assertThat(store.remove(one.withEpoch(store.epoch(one).orElseThrow()), next))
                .isTrue();
        assertThat(store.epoch(mine)).isEmpty();
    }

    @Test
    void whatIsOfferedOfARemovedSessionIsRefused() {
        store(packets(0, 0, 5));
        assertThat(store.remove(one, new long[] {5, 0})).isTrue();
        commits.store(store, one, packets(0, 5, 6));
        assertThat(commits.failed).hasSize(1);
        assertThat(commits.failed.get(0).cause()).hasMessageContaining("of an interconnect the store does not have");
    }

    /** The first ones of a group that are asked for are forgotten. */
    private static void assertForgotten(Store from, InterconnectRecord of, int group, long asked, long kept) {
        assertThatThrownBy(() -> readAll(from, of, group, asked))
                .isInstanceOfSatisfying(DamagedItemException.class, e -> {
                    assertThat(e.sequence()).isEqualTo(asked);
                    assertThat(e.resumeSequence()).isEqualTo(kept);
                    assertThat(e)
                            .hasMessageContaining(
                                    "is forgotten with all before number " + kept + ": they were passed on");
                });
    }

    @Test
    void whoAsksForWhatIsForgottenIsToldSoAndCanReadOn() {
        store(packets(0, 0, 700));
        try (JdbcStore early = JdbcStore.openForReading(location())) {
            assertThat(readAll(early, one, 0, 0)).hasSize(700);
            store.forgetBefore(one, 0, 602);
            store(packets(0, 700, 720));
            try (JdbcStore late = JdbcStore.openForReading(location())) {
                for (JdbcStore each : List.of(store, early, late)) {
                    assertForgotten(each, one, 0, 0, 600);
                    assertForgotten(each, one, 0, 599, 600);
                    assertSame(readAll(each, one, 0, 600), packets(0, 600, 720));
                    assertThat(each.lastKeyPacket(one, 0, 603)).contains(600L);
                    assertThat(each.nextSequences(one)).containsExactly(720, 0);
                }
            }
        }
    }

    @Test
    void aReaderIsOvertakenByForgetting() {
        store(packets(0, 0, 3000));
        overtake(store, 0, 1000);
        try (JdbcStore reader = JdbcStore.openForReading(location())) {
            overtake(reader, 1000, 2000);
        }
    }

    private void overtake(JdbcStore reader, long from, long kept) {
        List<Sequenced> read = new ArrayList<>();
        assertThatThrownBy(() -> reader.read(one, 0, from, item -> {
                    if (read.isEmpty()) {
                        store.forgetBefore(one, 0, kept);
                    }
                    return read.add(item);
                }))
                .isInstanceOfSatisfying(
                        DamagedItemException.class,
                        e -> assertThat(e.resumeSequence()).isEqualTo(kept))
                .hasMessageContaining("is forgotten");
        assertThat(read).hasSizeBetween(1, 999);
        assertSame(readAll(reader, one, 0, kept), packets(0, kept, 3000));
    }

    @Test
    void aCheckIsOvertakenByForgettingAndByARemoval() {
        InterconnectRecord other = store.create(TestRecords.interconnect(2));
        commits.store(store, other, packets(1, 0, 2500));
        store(packets(0, 0, 3000));
        List<String> found = new ArrayList<>();
        boolean[] done = new boolean[1];
        StoreCheck.run(location(), new CheckListener() {
            @Override
            public void found(StoreDamage damage) {
                found.add(damage.text());
            }

            @Override
            public void progress(String step, long items, long total) {
                if (!done[0]) {
                    done[0] = true;
                    store.forgetBefore(one, 0, 2900);
                    assertThat(store.remove(other, new long[] {0, 2500})).isTrue();
                    store(packets(0, 3000, 3300));
                }
            }
        });
        assertThat(done[0]).isTrue();
        assertThat(found).isEmpty();
        assertWhole();
    }

    @Test
    void whatIsLostBehindAForgottenBeginningIsNamed() throws SQLException {
        store(packets(0, 0, 20));
        store.forgetBefore(one, 0, 12);
        sql("DELETE FROM item WHERE sequence IN (11, 12)");
        assertThat(Checked.store(location()).damages())
                .extracting(StoreDamage::text)
                .anyMatch(text -> text.startsWith("item, ") && text.contains("11"));
        assertThatThrownBy(() -> readAll(store, one, 0, 10))
                .hasMessageContaining("stored item 11 of group 0 is missing");
    }

    /** As when the host was killed between two transactions. */
    @Test
    void whatIsForgottenAndNotRemovedYetIsNoDamage() throws SQLException {
        store(packets(0, 0, 20));
        store.forgetBefore(one, 0, 6);
        sql("UPDATE sensor_group SET kept_from = 15, kept_check = -16 WHERE group_index = 0");
        assertWhole();
        assertForgotten(store, one, 0, 0, 15);
        assertSame(readAll(store, one, 0, 15), packets(0, 15, 20));
        assertThat(store.forgetBefore(one, 0, 15)).isEqualTo(10);
        assertWhole();
    }

    @Test
    void aDamagedNoteOfWhatIsKeptIsNamedAndWrittenAnew() throws SQLException {
        store(packets(0, 0, 20));
        for (String change :
                new String[] {"kept_from = 6", "kept_from = NULL", "kept_check = NULL", "kept_check = 1"}) {
            store.forgetBefore(one, 0, 12);
            assertWhole();
            sql("UPDATE sensor_group SET " + change + " WHERE group_index = 0");
            assertThat(Checked.store(location())
                            .names("sensor_group", "group 0: from which number on its items are kept does not match"))
                    .as(change)
                    .isTrue();
            assertSame(readAll(store, one, 0, 10), packets(0, 10, 20));
        }
    }

    @Test
    void aCopyIsWhole() {
        store(packets(0, 0, 700));
        store.forgetBefore(one, 0, 650);
        StoreLocation copy = copy();
        StoreBackup.copy(location(), copy, (done, total) -> {});
        assertThat(Checked.store(copy).damages()).isEmpty();
        try (JdbcStore copied = JdbcStore.openForReading(copy)) {
            assertForgotten(copied, one, 0, 0, 650);
            assertSame(readAll(copied, one, 0, 650), packets(0, 650, 700));
        }
    }

    @Test
    void aStoreOfSchemaVersion12IsReadAndForgetsWhenItIsOpened() throws SQLException {
        store(packets(0, 0, 20));
        store.close();
        sql(
                "ALTER TABLE sensor_group DROP COLUMN kept_from",
                "ALTER TABLE sensor_group DROP COLUMN kept_check",
                "DELETE FROM flyway_schema_history WHERE version = '13'");
        assertWhole();
        try (JdbcStore former = JdbcStore.openForReading(location())) {
            assertThat(readAll(former, one, 0, 3)).hasSize(17);
        }
        store = open();
        assertThat(store.forgetBefore(one, 0, 12)).isEqualTo(10);
        assertWhole();
    }

    @Test
    void itemsAreStoredWhileOthersAreForgotten() throws Exception {
        store(packets(0, 0, 8000));
        StoringOnAndOn meanwhile = new StoringOnAndOn(store, one, this::connect);
        assertThat(store.forgetBefore(one, 0, 7999)).isEqualTo(7995);
        long next = meanwhile.end();
        assertThat(meanwhile.others()).anyMatch(others -> others > 5 && others < 8000);
        assertSame(readAll(store, one, 1, 0), packets(1, 0, next));
        assertWhole();
    }

    @Test
    void aSessionStaysWhileAnAlertOfItIsOpenOrIsToBeDelivered() throws SQLException {
        store(packets(0, 0, 5));
        sql(
                "INSERT INTO alert (id, ban, session, found_by, detector, kind, sensor_group, channel, severity, priority, state,"
                        + " measured, unit, since_nanos, found_nanos, raised_nanos, steps) VALUES ('a', 'ban-1', '"
                        + one.session()
                        + "', 'host', 'd', 'k', 'ecg', 'MLII', 'low', 'low', 'raised', 1, '', 1, 1, 1, 0)",
                "INSERT INTO alert_delivery (alert, contact, number, urgency, body, outcome, made_nanos, due_nanos, attempts,"
                        + " claimed_by, claimed_until_nanos) VALUES ('a', 'c', 1, 0, '{}', 0, 1, 1, 0, '', 0)");
        long[] next = {5, 0};
        assertThat(store.remove(one, next)).isFalse();
        sql("UPDATE alert SET ended_nanos = 2");
        assertThat(store.remove(one, next)).isFalse();
        sql("UPDATE alert_delivery SET outcome = 1, done_nanos = 3");
        assertThat(store.remove(one, next)).isTrue();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT (SELECT count(*) FROM alert)"
                        + " + (SELECT count(*) FROM alert_delivery) + (SELECT count(*) FROM item)"
                        + " + (SELECT count(*) FROM sensor_group)")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).isZero();
        }
    }
}
