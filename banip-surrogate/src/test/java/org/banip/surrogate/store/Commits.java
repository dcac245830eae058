package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Sequenced;

/** A listener that remembers what it was told. */
final class Commits implements Store.CommitListener {
    record Failure(Sequenced item, BanipException cause) {}

    final List<Sequenced> committed = new CopyOnWriteArrayList<>();
    final List<Failure> failed = new CopyOnWriteArrayList<>();

    @Override
    public void committed(Sequenced item) {
        committed.add(item);
    }

    @Override
    public void failed(Sequenced item, BanipException cause) {
        failed.add(new Failure(item, cause));
    }

    /** Offers all and waits until it has heard of each. */
    void store(Store store, InterconnectRecord interconnect, List<? extends Sequenced> items) {
        int before = committed.size() + failed.size();
        for (Sequenced item : items) {
            assertThat(store.offer(interconnect, item, 42, this)).isTrue();
        }
        await().until(() -> committed.size() + failed.size() == before + items.size());
    }

    static List<Sequenced> readAll(Store store, InterconnectRecord interconnect, int group, long from) {
        List<Sequenced> items = new ArrayList<>();
        store.read(interconnect, group, from, item -> {
            items.add(item);
            return true;
        });
        return items;
    }

    static void assertSame(List<? extends Sequenced> actual, List<? extends Sequenced> expected) {
        assertThat(actual).isEqualTo(expected);
    }

    /** Only counts. */
    static final class Counting implements Store.CommitListener {
        private final CountDownLatch outstanding;

        Counting(int count) {
            outstanding = new CountDownLatch(count);
        }

        @Override
        public void committed(Sequenced item) {
            outstanding.countDown();
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            throw cause;
        }

        /** Stores all, as fast as they are taken; the seconds until the last was committed. */
        static double time(Store store, InterconnectRecord interconnect, List<? extends Sequenced> items) {
            Counting commits = new Counting(items.size());
            long start = System.nanoTime();
            for (Sequenced item : items) {
                while (!store.offer(interconnect, item, 42, commits)) {
                    Thread.onSpinWait();
                }
            }
            try {
                commits.outstanding.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return (System.nanoTime() - start) / 1e9;
        }
    }
}
