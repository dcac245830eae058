package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.gap;
import static org.banip.surrogate.store.TestRecords.packet;
import static org.banip.surrogate.wire.Patience.await;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.Test;

/** What every store must do, whatever is beneath it. */
abstract class StoreContract extends StoreWritersContract {
    @Test
    void keepsAnInterconnectAsRegistered() throws Exception {
        InterconnectRecord created = store.create(TestRecords.interconnect(1));
        InterconnectRecord second = store.create(TestRecords.interconnect(2));

        assertThat(created).isEqualTo(TestRecords.interconnect(1).withId(created.id()));
        store.close();
        store = open(SETTINGS);
        assertThat(store.find(created.session())).contains(created);
        assertThat(store.interconnects()).containsExactly(second, created);
        assertThat(store.find(TestRecords.interconnect(3).session())).isEmpty();
    }

    @Test
    void refusesASessionItHas() {
        store.create(TestRecords.interconnect(1));
        assertThatThrownBy(() -> store.create(TestRecords.interconnect(1)))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SESSION_MISMATCH))
                .hasMessageContaining(TestRecords.interconnect(1).session().toString());
    }

    /** Adding is idempotent, and an older record of the interconnect goes on to be good for its groups. */
    @Test
    void groupsAreAddedBehindTheOthers() throws Exception {
        InterconnectRecord before = store.create(TestRecords.interconnect(1));
        Commits commits = new Commits();
        commits.store(store, before, List.of(packet(0, 0, 5)));
        InterconnectRecord with = with(before, "later", "packetizer(units=2)");
        assertThat(store.addGroups(with)).isEqualTo(with);
        assertThat(store.addGroups(with)).isEqualTo(with);
        commits.store(store, before, List.of(packet(0, 1, 5)));
        commits.store(store, with, List.of(packet(2, 0, 7), packet(0, 2, 5)));

        assertThat(store.nextSequences(with)).containsExactly(3, 0, 1);
        assertSame(readAll(store, with, 2, 0), List.of(packet(2, 0, 7)));
        assertThat(store.find(before.session())).contains(with);
        store.close();
        store = open(SETTINGS);
        assertThat(store.interconnects()).containsExactly(with);
        assertThatThrownBy(() -> store.addGroups(with(before, "other", "packetizer(units=2)")))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SESSION_MISMATCH));
        assertThatThrownBy(() -> store.addGroups(with(before, "later", "packetizer(units=3)")))
                .hasMessageContaining("other groups or chains");
    }

    /** Who has lost the interconnect to another host adds nothing. */
    @Test
    void groupsAreAddedByTheHostThatHasTheInterconnect() {
        InterconnectRecord former = store.create(TestRecords.interconnect(1));
        InterconnectRecord now = store.takeOver(former);
        assertThatThrownBy(() -> store.addGroups(with(former, "later", "packetizer(units=2)")))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE))
                .hasMessageContaining("taken over");
        assertThat(store.find(former.session()).orElseThrow().chains()).hasSize(2);
        assertThat(store.addGroups(with(now, "later", "packetizer(units=2)")).epoch())
                .isEqualTo(1);
    }

    private static InterconnectRecord with(InterconnectRecord before, String name, String chain) {
        List<SensorGroup> groups = new ArrayList<>(before.ban().groups());
        groups.add(SensorGroup.live(name, Frequency.ofHz(10), groups.get(0).channels()));
        List<String> chains = new ArrayList<>(before.chains());
        chains.add(chain);
        return before.with(new BanDescription(before.ban().id(), groups), chains);
    }

    @Test
    void givesBackEveryBitOfPacketsAndGaps() throws Exception {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        List<Sequenced> items = List.of(
                packet(0, 0, 0),
                Packet.of(
                        new PacketHeader(0, 1, Long.MIN_VALUE, PacketHeader.MAX_NUMBER - 65_535, 65_535, false),
                        new byte[] {0, -1, 127}),
                gap(0, 2, 1, Gap.Reason.SENSOR_SILENT),
                new Gap(0, 3, 1L << 40, Long.MAX_VALUE, 1L << 50, 1L << 45, Gap.Reason.THINNED),
                packet(0, 3 + (1L << 40), Packet.MAX_PAYLOAD));
        Commits commits = new Commits();
        commits.store(store, interconnect, items);
        store.close();
        store = open(SETTINGS);

        assertSame(commits.committed, items);
        assertSame(readAll(store, interconnect, 0, 0), items);
        assertThat(store.nextSequences(interconnect)).containsExactly(4 + (1L << 40), 0);
    }

    @Test
    void keepsGroupsAndInterconnectsApart() {
        InterconnectRecord one = store.create(TestRecords.interconnect(1));
        InterconnectRecord two = store.create(TestRecords.interconnect(2));
        Commits commits = new Commits();
        for (int sequence = 0; sequence < 3; sequence++) {
            commits.store(store, one, List.of(packet(0, sequence, 10), packet(1, sequence, 1)));
            commits.store(store, two, List.of(packet(1, sequence, 7)));
        }

        assertSame(readAll(store, one, 0, 1), List.of(packet(0, 1, 10), packet(0, 2, 10)));
        assertSame(readAll(store, two, 1, 2), List.of(packet(1, 2, 7)));
        assertThat(store.nextSequences(one)).containsExactly(3, 3);
        assertThat(store.nextSequences(two)).containsExactly(0, 3);
    }

    @Test
    void knowsOfWhichInterconnectsSomethingCameSinceAnInstant() throws Exception {
        InterconnectRecord early = store.create(TestRecords.interconnect(1));
        InterconnectRecord late = store.create(TestRecords.interconnect(2));
        InterconnectRecord latest = store.create(TestRecords.interconnect(3));
        store.create(TestRecords.interconnect(4)); // nothing came of it
        Commits commits = new Commits();
        // More than an index of the log has in memory.
        List<Packet> many =
                IntStream.range(0, 600).mapToObj(i -> packet(0, i, 1)).toList();
        commits.store(store, early, many);
        commits.store(store, late, many);
        assertThat(store.offer(late, packet(1, 0, 1), 1000, commits)).isTrue();
        assertThat(store.offer(latest, packet(0, 0, 1), 2000, commits)).isTrue();
        await().until(() -> commits.committed.size() == 1202);

        for (int opened = 1; opened <= 2; opened++) {
            assertThat(store.interconnectsSince(43, any -> true, 9)).containsExactly(latest, late);
            assertThat(store.interconnectsSince(42, any -> true, 9)).containsExactly(latest, late, early);
            assertThat(store.interconnectsSince(1001, any -> true, 9)).containsExactly(latest);
            assertThat(store.interconnectsSince(0, any -> !any.equals(latest), 1))
                    .containsExactly(late);
            assertThat(store.interconnectsSince(2001, any -> true, 9)).isEmpty();
            store.close();
            store = open(SETTINGS);
        }
        try (Store reader = openForReading()) {
            assertThat(reader.interconnectsSince(43, any -> true, 9)).containsExactly(latest, late);
        }
    }

    @Test
    void readsInPagesAndStopsWhenTheVisitorHasEnough() {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        List<Packet> packets =
                IntStream.range(0, 1001).mapToObj(i -> packet(0, i, i % 50)).toList();
        new Commits().store(store, interconnect, packets);

        assertSame(readAll(store, interconnect, 0, 0), packets);
        List<Sequenced> some = new ArrayList<>();
        store.read(interconnect, 0, 100, item -> {
            some.add(item);
            return item.sequence() < 420;
        });
        assertSame(some, packets.subList(100, 421));
    }

    @Test
    void namesTheLastKeyPacket() {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        assertThat(store.lastKeyPacket(interconnect, 0)).isEmpty();

        List<Sequenced> items = new ArrayList<>();
        IntStream.range(0, 9).forEach(i -> items.add(packet(0, i, 3)));
        items.add(gap(0, 9, 2, Gap.Reason.SPOOL_FULL));
        new Commits().store(store, interconnect, items);

        assertThat(store.lastKeyPacket(interconnect, 0)).contains(5L);
        assertThat(store.lastKeyPacket(interconnect, 0, 5)).contains(5L);
        assertThat(store.lastKeyPacket(interconnect, 0, 4)).contains(0L);
    }

    @Test
    void hasANameOfItsOwn() throws Exception {
        String name = store.name();
        assertThat(name).hasSizeGreaterThan(20);
        store.close();
        store = open(SETTINGS);
        assertThat(store.name()).isEqualTo(name);
        try (Store reader = openForReading()) {
            assertThat(reader.name()).isEqualTo(name);
        }
    }

    @Test
    void saysNoWhenFullAndTellsWhenThereIsRoom() throws Exception {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        AtomicInteger told = new AtomicInteger();
        assertThat(store.offer(interconnect, packet(0, 0, 1), 42, new Blocking(held, hold)))
                .isTrue();
        held.await();

        Commits commits = new Commits();
        int taken = 0;
        while (store.offer(interconnect, packet(0, taken + 1, 1 << 16), 42, commits)) {
            taken++;
        }
        store.whenRoom(told::incrementAndGet);
        assertThat(taken).isEqualTo(16);
        assertThat(told).hasValue(0);
        hold.countDown();
        await().until(() -> told.get() == 1);
        store.whenRoom(told::incrementAndGet);
        await().until(() -> told.get() == 2);
        await().until(() -> commits.committed.size() == 16);
    }

    @Test
    void survivesAListenerThatThrows() {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        store.offer(interconnect, packet(0, 0, 5), 42, new Store.CommitListener() {
            @Override
            public void committed(Sequenced item) {
                throw new IllegalStateException("thrown on purpose");
            }

            @Override
            public void failed(Sequenced item, BanipException cause) {}
        });
        Commits commits = new Commits();
        commits.store(store, interconnect, List.of(packet(0, 1, 5)));
        assertThat(commits.committed).hasSize(1);
    }

    @Test
    void namesADamagedItemAndReadsTheRest() throws Exception {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        List<Sequenced> items = List.of(
                packet(0, 0, 5),
                packet(0, 1, 5),
                packet(0, 2, 5),
                gap(0, 3, 1, Gap.Reason.THINNED),
                packet(0, 4, 5),
                packet(0, 5, 5),
                packet(0, 6, 5));
        new Commits().store(store, interconnect, items);

        damagedBy("UPDATE item SET is_key = 1 WHERE sequence = 1", interconnect, 1, 2);
        damagedBy("UPDATE item SET unit_count = 0 WHERE sequence = 1", interconnect, 1, 2);
        damagedBy("UPDATE item SET unit_count = 9 WHERE sequence = 3", interconnect, 3, 4);
        damagedBy("UPDATE item SET gap_reason = 9 WHERE sequence = 3", interconnect, 3, 4);
        damagedBy("DELETE FROM item WHERE sequence = 5", interconnect, 5, 6);
        assertSame(readAll(store, interconnect, 0, 6), items.subList(6, 7));
    }

    private void damagedBy(String statement, InterconnectRecord interconnect, long sequence, long resume)
            throws SQLException {
        sql(statement);
        assertThatThrownBy(() -> readAll(store, interconnect, 0, sequence - 1))
                .isInstanceOfSatisfying(DamagedItemException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
                    assertThat(e.resumeSequence()).isEqualTo(resume);
                })
                .hasMessageStartingWith("stored item " + sequence + " of group 0 ")
                .hasMessageEndingWith("interconnect " + interconnect.session());
    }

    @Test
    void isReadByAnotherWhileItIsWritten() throws Exception {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        Commits commits = new Commits();
        commits.store(store, interconnect, List.of(packet(0, 0, 5)));
        try (Store reader = openForReading()) {
            assertThat(reader.interconnects()).containsExactly(interconnect);
            commits.store(store, interconnect, List.of(packet(0, 1, 5)));
            assertSame(readAll(reader, interconnect, 0, 0), commits.committed);
            assertThatThrownBy(() -> reader.offer(interconnect, packet(0, 2, 5), 42, commits))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("open for reading alone");
        }
    }

    @Test
    void isReadAfterItsWriterIsGone() throws Exception {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        new Commits().store(store, interconnect, List.of(packet(0, 0, 5)));
        store.close();
        try (Store reader = openForReading()) {
            assertSame(readAll(reader, interconnect, 0, 0), List.of(packet(0, 0, 5)));
            assertThatThrownBy(() -> reader.create(TestRecords.interconnect(2)))
                    .hasMessageContaining("open for reading alone");
            assertThat(reader.statistics().commits()).isZero();
        }
    }

    @Test
    void forgetsARemovedInterconnectWithAllItsItems() throws Exception {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        Commits commits = new Commits();
        commits.store(store, interconnect, List.of(packet(0, 0, 5)));
        sql("DELETE FROM interconnect");

        assertThat(store.interconnects()).isEmpty();
        assertThat(readAll(store, interconnect, 0, 0)).isEmpty();
        assertThat(store.create(TestRecords.interconnect(1)).id()).isGreaterThan(interconnect.id());
        commits.store(store, interconnect, List.of(packet(0, 1, 5)));
        commits.store(store, interconnect, List.of(packet(0, 2, 5)));
        assertThat(commits.failed)
                .extracting(failure -> failure.cause().code())
                .containsExactly(afterARemoval(), ErrorCode.UNKNOWN_INTERCONNECT);
    }

    @Test
    void countsWhatItCommits() {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        new Commits()
                .store(
                        store,
                        interconnect,
                        List.of(
                                packet(0, 0, 5),
                                packet(0, 1, 6),
                                gap(0, 2, 3, Gap.Reason.THINNED),
                                gap(0, 5, 1, Gap.Reason.RETIRED)));
        Store.StoreStatistics statistics = store.statistics();
        assertThat(statistics.packets()).isEqualTo(2);
        assertThat(statistics.gaps()).isEqualTo(1);
        assertThat(statistics.payloadBytes()).isEqualTo(11);
        assertThat(statistics.commits()).isBetween(1L, 4L);
    }

    @Test
    void commitsWhatIsQueuedBeforeItCloses() throws Exception {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        Commits commits = new Commits();
        for (int i = 0; i < 500; i++) {
            store.offer(interconnect, packet(0, i, 100), 42, commits);
        }
        store.close();
        assertThat(commits.committed).hasSize(500);
        assertThatThrownBy(() -> store.offer(interconnect, packet(0, 500, 1), 42, commits))
                .hasMessageContaining("is closed");
        store = open(SETTINGS);
        assertThat(store.nextSequences(interconnect)).containsExactly(500, 0);
    }
}
