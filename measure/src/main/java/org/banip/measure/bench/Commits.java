package org.banip.measure.bench;

import java.util.concurrent.CountDownLatch;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.Store;

/** Waits until a number of items is durable. Any thread. */
final class Commits implements Store.CommitListener {
    private final CountDownLatch done;
    private volatile String failure = "";

    Commits(int items) {
        done = new CountDownLatch(items);
    }

    @Override
    public void committed(Sequenced item) {
        done.countDown();
    }

    @Override
    public void failed(Sequenced item, BanipException cause) {
        failure = String.valueOf(cause.getMessage());
        done.countDown();
    }

    /**
     * Waits.
     *
     * @throws IllegalStateException if an item could not be stored
     */
    void await() throws InterruptedException {
        done.await();
        if (!failure.isEmpty()) {
            throw new IllegalStateException(failure);
        }
    }
}
