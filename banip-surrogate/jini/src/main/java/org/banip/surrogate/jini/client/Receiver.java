package org.banip.surrogate.jini.client;

import java.rmi.RemoteException;
import java.util.concurrent.locks.ReentrantLock;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.jini.remote.BatchReader;
import org.banip.surrogate.jini.remote.EventBatch;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteSubscriber;

/**
 * What a host calls for one subscription. Later calls than that of {@link #retire} are refused, so that no two subscriptions to a BAN speak at the
 * same time. On a thread of JERI, under the lock of the BAN.
 */
final class Receiver implements RemoteSubscriber {
    private final ReentrantLock lock;
    private final BatchReader reader;
    private final Progress progress;
    private final Runnable atEnd;
    private boolean retired;

    private volatile boolean accepted;
    private volatile boolean disappeared;
    private volatile boolean broken;

    /**
     * Receives for a BAN.
     *
     * @param lock held while the listener is called
     * @param atEnd run when nothing will come any more; must return at once
     */
    Receiver(ReentrantLock lock, Progress progress, Runnable atEnd) {
        this.lock = lock;
        this.progress = progress;
        this.atEnd = atEnd;
        reader = new BatchReader(new Ending(progress));
    }

    @Override
    public void deliver(EventBatch batch) throws RemoteException {
        boolean complete = false;
        lock.lock();
        try {
            if (retired) {
                throw new RefusedException(ErrorCode.UNKNOWN_INTERCONNECT, "the subscription has ended");
            }
            reader.read(batch);
            complete = true;
        } catch (StartAgainException e) {
            progress.forget();
            throw new RefusedException(ErrorCode.STORAGE_UNAVAILABLE, "the subscriber starts again: " + e.getMessage());
        } catch (IllegalArgumentException | BanipException e) {
            throw new RefusedException(ErrorCode.MALFORMED_REQUEST, "the batch cannot be read: " + e.getMessage());
        } finally {
            if (!complete) {
                retired = true;
                broken = true;
            }
            lock.unlock();
            if (broken || disappeared) {
                atEnd.run();
            }
        }
    }

    /** Takes no more calls, after the one that runs. */
    void retire() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            retired = true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the surrogate has said that it is gone. */
    boolean hasDisappeared() {
        return disappeared;
    }

    /** Whether the listener took data, and no batch failed. */
    boolean hasAccepted() {
        return accepted && !broken;
    }

    /** Whether nothing will come any more. */
    boolean hasEnded() {
        return disappeared || broken;
    }

    /** Notices data and the end. */
    private final class Ending extends ForwardingListener {
        Ending(Progress to) {
            super(to);
        }

        @Override
        public void delivered(SensorData data) {
            super.delivered(data);
            accepted = true;
        }

        @Override
        public void gap(SurrogateDescription surrogate, Gap gap) {
            super.gap(surrogate, gap);
            accepted = true;
        }

        @Override
        public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
            disappeared = true;
            super.disappeared(surrogate, reason);
        }
    }
}
