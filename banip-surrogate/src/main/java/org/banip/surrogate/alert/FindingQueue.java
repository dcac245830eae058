package org.banip.surrogate.alert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Reports that wait for the store. Each BAN has a share for each of those who find in its data, and the shares are served in turn. When a share is full,
 * of each detector and kind only the last state is kept; a report that has no place even then is lost. Any thread.
 */
final class FindingQueue {
    /** Three reports of each kind of the most detectors that a file may have, if those have four kinds each. */
    static final int MOST_OF_SHARE = 3072;

    private static final Logger LOG = ServerLog.of(FindingQueue.class);

    private final int mostOfShare;
    /** Those who find cause these lines at will. */
    private final PeerLog lines = PeerLog.ofAnybody(System::nanoTime);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    /** Guarded by the lock: those that are not empty, the next one first. */
    private final Map<Owner, FindingShare> shares = new LinkedHashMap<>();

    private final AtomicLong collapsed = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();

    private record Owner(String ban, String by) {}

    FindingQueue(int mostOfShare) {
        this.mostOfShare = mostOfShare;
    }

    void add(Report report) {
        lock.lock();
        try {
            FindingShare share = shares.computeIfAbsent(
                    new Owner(report.ban(), report.by()), unused -> new FindingShare(mostOfShare));
            share.add(report);
            if (share.isTooLong()) {
                collapse(share, report);
            }
            if (share.isTooLong()) {
                share.removeLast();
                lose(report);
            }
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    private void lose(Report report) {
        lost.incrementAndGet();
        lines.happened(
                "lost",
                report.ban(),
                end -> LOG.error(
                        "{} findings of BAN {} by {} are lost: {} of different detectors and kinds wait for the store already{}",
                        report.session(),
                        report.ban(),
                        report.by(),
                        mostOfShare,
                        end));
    }

    private void collapse(FindingShare share, Report report) {
        int left = share.collapse();
        collapsed.addAndGet(left);
        if (left > 0 && share.tells()) {
            lines.happened(
                    "collapsed",
                    report.ban(),
                    end -> LOG.warn(
                            "{} {} findings of BAN {} by {} wait for the store: of each detector and kind only the last one is kept{}",
                            report.session(),
                            mostOfShare,
                            report.ban(),
                            report.by(),
                            end));
        }
    }

    /**
     * Takes from each share in turn.
     *
     * @param most where it stops; there may be one more
     * @return in an order in which they may be kept; empty if nothing arrives in time
     */
    List<Report> take(int most, long waitNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = waitNanos;
            while (shares.isEmpty() && left > 0) {
                left = arrived.awaitNanos(left);
            }
            List<Report> taken = new ArrayList<>();
            while (taken.size() < most && !shares.isEmpty()) {
                Map.Entry<Owner, FindingShare> first =
                        shares.entrySet().iterator().next();
                Owner owner = first.getKey();
                FindingShare share = first.getValue();
                shares.remove(owner);
                share.take(taken);
                if (!share.isEmpty()) {
                    shares.put(owner, share); // behind the others
                }
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Beginnings that were left out because what they began was over and began again while it waited. */
    long collapsed() {
        return collapsed.get();
    }

    /** Findings that had no place. */
    long lost() {
        return lost.get();
    }
}
