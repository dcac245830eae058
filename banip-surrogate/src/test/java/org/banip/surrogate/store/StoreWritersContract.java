package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.packet;
import static org.banip.surrogate.wire.Patience.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** Which items every store takes, and from whom. */
abstract class StoreWritersContract extends StoreFixture {
    @Test
    void refusesHolesDoublesAndUnknownGroupsWithoutHarmToOthers() {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        Commits commits = new Commits();
        commits.store(
                store,
                interconnect,
                List.of(packet(0, 0, 5), packet(0, 2, 5), packet(0, 0, 5), packet(9, 0, 5), packet(0, 1, 5)));

        assertSame(commits.committed, List.of(packet(0, 0, 5), packet(0, 1, 5)));
        assertThat(commits.failed)
                .extracting(failure -> failure.cause().getMessage())
                .containsExactly(
                        "item 2 of group 0 would leave a hole, expected is 1, interconnect " + interconnect.session(),
                        "item 0 of group 0 is stored already, expected is 1, interconnect " + interconnect.session(),
                        "item 0 of group 9 is of a group the BAN does not have, interconnect "
                                + interconnect.session());
        assertSame(readAll(store, interconnect, 0, 0), commits.committed);
    }

    @Test
    void removesEmptyInterconnectsThatAreOldEnoughAndNoneThatAnotherStoreJustAdded() throws Exception {
        InterconnectRecord empty = store.create(TestRecords.interconnect(1));
        InterconnectRecord filled = store.create(TestRecords.interconnect(2));
        Commits commits = new Commits();
        commits.store(store, filled, List.of(packet(0, 0, 5)));
        try (Store other = open(SETTINGS)) {
            other.removeEmpty(empty.registeredNanos());
            assertThat(other.interconnects()).containsExactly(filled, empty);
            commits.store(store, empty, List.of(packet(1, 0, 5)));
            assertThat(commits.failed).isEmpty();

            InterconnectRecord abandoned = store.create(TestRecords.interconnect(3));
            other.removeEmpty(abandoned.registeredNanos() + 1);
            assertThat(store.interconnects()).containsExactly(filled, empty);
        }
    }

    @Test
    void refusesItemsOfAnInterconnectItDoesNotHave() {
        InterconnectRecord unknown = TestRecords.interconnect(1).withId(77);
        Commits commits = new Commits();
        commits.store(store, unknown, List.of(packet(0, 0, 5)));
        assertThat(commits.failed)
                .extracting(failure -> failure.cause().code())
                .containsExactly(ErrorCode.UNKNOWN_INTERCONNECT);
    }

    @Test
    void noticesADoubleThatAnotherProcessWroteAndGoesOn() throws Exception {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        Commits here = new Commits();
        here.store(store, interconnect, List.of(packet(0, 0, 5)));
        try (Store other = open(SETTINGS)) {
            new Commits().store(other, interconnect, List.of(packet(0, 1, 5)));
        }

        here.store(store, interconnect, List.of(packet(0, 1, 5)));
        assertThat(here.failed)
                .extracting(failure -> failure.cause().code())
                .containsExactly(ErrorCode.STORAGE_UNAVAILABLE);
        here.store(store, interconnect, List.of(packet(0, 2, 5)));
        assertSame(readAll(store, interconnect, 0, 0), List.of(packet(0, 0, 5), packet(0, 1, 5), packet(0, 2, 5)));
    }

    /** The other MBUs of a host that was replaced for one of them lose nothing, even in the same commit. */
    @Test
    void storesNothingForAHostThatWasReplaced() throws Exception {
        InterconnectRecord moved = store.create(TestRecords.interconnect(1));
        InterconnectRecord stays = store.create(TestRecords.interconnect(2));
        Commits here = new Commits();
        here.store(store, moved, List.of(packet(0, 0, 5)));
        try (Store other = open(SETTINGS)) {
            InterconnectRecord taken =
                    other.takeOver(other.find(moved.session()).orElseThrow());
            assertThat(taken.epoch()).isEqualTo(1);
            assertThat(store.epoch(moved)).hasValue(1);

            here.store(store, moved, List.of(packet(0, 1, 5)));
            here.store(store, stays, List.of(packet(0, 0, 5)));
            Commits there = new Commits();
            there.store(other, taken, List.of(packet(0, 1, 6), packet(0, 2, 6)));
            here.store(store, moved, List.of(packet(0, 2, 5), packet(1, 0, 5)));

            assertSame(there.committed, List.of(packet(0, 1, 6), packet(0, 2, 6)));
            assertThat(here.failed)
                    .hasSize(3)
                    .allSatisfy(failure -> assertThat(failure.cause().code()).isEqualTo(ErrorCode.UNKNOWN_INTERCONNECT))
                    .allSatisfy(failure -> assertThat(failure.cause()).hasMessageContaining("another host"));
            assertSame(readAll(store, moved, 0, 0), List.of(packet(0, 0, 5), packet(0, 1, 6), packet(0, 2, 6)));
            assertSame(readAll(store, stays, 0, 0), List.of(packet(0, 0, 5)));
        }
    }

    /** The new host has stored the same number already, so that the key refuses the old one's row before the epoch is compared. */
    @Test
    void keyRefusesOnlyWhatTheReplacedHostSendsOfTheSameSession() throws Exception {
        InterconnectRecord moved = store.create(TestRecords.interconnect(1));
        List<InterconnectRecord> others = new ArrayList<>();
        for (int seed = 2; seed < 10; seed++) {
            others.add(store.create(TestRecords.interconnect(seed)));
        }
        Commits here = new Commits();
        here.store(store, moved, List.of(packet(0, 0, 5)));
        try (Store other = open(SETTINGS)) {
            InterconnectRecord taken =
                    other.takeOver(other.find(moved.session()).orElseThrow());
            new Commits().store(other, taken, List.of(packet(0, 1, 6)));
        }
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        store.offer(others.get(0), packet(0, 0, 5), 42, new Blocking(held, hold));
        held.await(); // so that all of the following is one commit
        store.offer(moved, packet(0, 1, 5), 42, here);
        others.subList(1, 8)
                .forEach(one ->
                        assertThat(store.offer(one, packet(0, 0, 5), 42, here)).isTrue());
        hold.countDown();
        await().until(() -> here.failed.size() + here.committed.size() == 9);

        assertThat(here.failed)
                .extracting(failure -> failure.cause().code())
                .containsExactly(ErrorCode.UNKNOWN_INTERCONNECT);
        assertSame(readAll(store, moved, 0, 0), List.of(packet(0, 0, 5), packet(0, 1, 6)));
    }

    @Test
    void hostTakesItsOwnInterconnectOverAgain() throws Exception {
        InterconnectRecord first = store.create(TestRecords.interconnect(1));
        InterconnectRecord second = store.takeOver(first);
        InterconnectRecord third = store.takeOver(first);
        assertThat(List.of(second.epoch(), third.epoch())).containsExactly(1L, 2L);
        Commits commits = new Commits();
        commits.store(store, third, List.of(packet(0, 0, 5)));
        commits.store(store, second, List.of(packet(0, 1, 5)));
        commits.store(store, third, List.of(packet(0, 1, 5)));
        assertThat(commits.failed).hasSize(1);
        assertSame(readAll(store, first, 0, 0), commits.committed);
        assertThat(commits.committed).hasSize(2);
        store.close();
        store = open(SETTINGS);
        assertThat(store.epoch(first)).hasValue(2);
        assertThat(store.takeOver(store.find(first.session()).orElseThrow()).epoch())
                .isEqualTo(3);
    }

    @Test
    void hostThatWasReplacedRemovesNothing() throws Exception {
        InterconnectRecord created = store.create(TestRecords.interconnect(1));
        InterconnectRecord taken;
        try (Store other = open(SETTINGS)) {
            taken = other.takeOver(other.find(created.session()).orElseThrow());
        }
        assertThat(store.removeIfEmpty(created)).isFalse();
        assertThat(store.epoch(created)).hasValue(1);
        assertThat(store.removeIfEmpty(taken)).isTrue();
        assertThat(store.epoch(created)).isEmpty();
        assertThatThrownBy(() -> store.takeOver(created))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE));
    }
}
