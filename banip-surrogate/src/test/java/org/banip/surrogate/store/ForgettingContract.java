package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.gap;
import static org.banip.surrogate.store.TestRecords.packet;

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
        assertThat(Checked.store(location()).damages())
                .extracting(StoreDamage::text)
                .allMatch(text -> text.contains("missing"));
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
}
