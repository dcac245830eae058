package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.TestRecords.gap;
import static org.banip.surrogate.store.TestRecords.packet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a store, also of one that is being written. */
abstract class StoreBackupContract extends StoreFixture {
    @TempDir
    Path directory;

    /** Where the store is. */
    abstract StoreLocation location();

    /** A place for another one of the same kind. */
    abstract StoreLocation another() throws Exception;

    /** A listener that remembers the last acknowledged number. */
    private static final class Acknowledged implements Store.CommitListener {
        final AtomicLong last = new AtomicLong(-1);

        @Override
        public void committed(Sequenced item) {
            last.set(item.sequence());
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            throw cause;
        }
    }

    @Test
    void copyOfAStoreThatIsBeingWrittenHasAllThatWasAcknowledgedBefore() throws Exception {
        InterconnectRecord one = store.create(TestRecords.interconnect(1));
        InterconnectRecord ended = store.create(TestRecords.interconnect(2));
        List<Sequenced> whole = new ArrayList<>(
                LongStream.range(0, 700).mapToObj(i -> packet(1, i, 40)).toList());
        whole.add(gap(1, 700, 5, Gap.Reason.SPOOL_FULL));
        new Commits().store(store, ended, whole);
        Acknowledged acknowledged = new Acknowledged();
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            for (long sequence = 0; !stop.get(); sequence++) {
                while (!stop.get() && sequence > acknowledged.last.get() + 50) {
                    Thread.onSpinWait();
                }
                assertThat(store.offer(one, packet(0, sequence, 300), 42, acknowledged))
                        .isTrue();
            }
        });
        writer.start();
        try {
            for (StoreLocation copy : List.of(file("first.db"), file("second.db"), another())) {
                long before = acknowledged.last.get();
                while (acknowledged.last.get() < before + 500) {
                    Thread.onSpinWait();
                }
                before = acknowledged.last.get();
                StoreBackup.copy(
                        location(), copy, (done, total) -> assertThat(done).isNotNegative());
                assertCopy(copy, one, before, ended, whole);
            }
        } finally {
            stop.set(true);
            writer.join();
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(name -> name.toString().contains(".part"))).isEmpty();
        }
    }

    StoreLocation file(String name) {
        return StoreLocation.of(directory.resolve(name).toString());
    }

    private void assertCopy(
            StoreLocation copy, InterconnectRecord one, long before, InterconnectRecord ended, List<Sequenced> whole) {
        assertThat(Checked.store(copy).damages()).isEmpty();
        try (Store read = JdbcStore.openForReading(copy)) {
            assertThat(read.interconnects()).isEqualTo(store.interconnects());
            assertThat(read.name()).isEqualTo(store.name());
            long next = read.nextSequences(one)[0];
            assertThat(next).isGreaterThan(before);
            List<Packet> expected =
                    LongStream.range(0, next).mapToObj(i -> packet(0, i, 300)).toList();
            Commits.assertSame(Commits.readAll(read, one, 0, 0), expected);
            Commits.assertSame(Commits.readAll(read, ended, 1, 0), whole);
        }
        try (Store host = JdbcStore.open(copy, SETTINGS)) { // in place of the original
            long next = host.nextSequences(one)[0];
            InterconnectRecord taken = host.takeOver(host.find(one.session()).orElseThrow());
            Commits commits = new Commits();
            commits.store(host, taken, List.of(packet(0, next, 300)));
            assertThat(commits.failed).isEmpty();
            host.create(TestRecords.interconnect(3));
        }
        assertThat(Checked.store(copy).damages()).isEmpty();
    }

    @Test
    void copyIsItsOwnersOnlyAndReplacesNothing() throws Exception {
        new Commits().store(store, store.create(TestRecords.interconnect(1)), List.of(packet(0, 0, 5)));
        StoreLocation copy = file("copy.db");
        StoreBackup.copy(location(), copy, (done, total) -> {});
        Path made = directory.resolve("copy.db");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rw-------");
        byte[] bytes = Files.readAllBytes(made);
        assertThatThrownBy(() -> StoreBackup.copy(location(), copy, (done, total) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("copy.db exists; a copy needs a new file");
        assertThat(made).hasBinaryContent(bytes);
        assertThatThrownBy(() -> StoreBackup.copy(location(), file("none/copy.db"), (done, total) -> {}))
                .hasMessageContaining("the folder " + directory.resolve("none") + " for the copy does not exist");
        assertThatThrownBy(() -> StoreBackup.copy(file("none.db"), file("other.db"), (done, total) -> {}))
                .hasMessageEndingWith("none.db does not exist");
    }
}
