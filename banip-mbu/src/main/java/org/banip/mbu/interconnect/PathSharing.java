package org.banip.mbu.interconnect;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Sharing;
import org.banip.mbu.spool.SpoolLog;

/** Asks the schedulers which of several paths sends what. Guarded by the spool's monitor; makes no objects. */
final class PathSharing implements Sharing, PathScheduler.Choice {
    /** What may be saved up for re-injection, in bytes: no more goes at once. */
    private static final double MOST_CREDIT = 64 << 10;
    /** The part of the share that may be used for what is not overdue. */
    private static final double EARLY = 0.5;

    private final SpoolLog spool;
    private final SteadyClock clock;
    private final List<PathMeter> paths;
    private final List<SensorGroup> groups;
    private final Map<ServiceClass, PathScheduler> schedulers;
    private final double share;

    /** How many bytes may be re-injected now. */
    private double credit;
    /** How many of these may be packets that are not overdue: the rest is kept for a path that stands still. */
    private double early;
    /** What all paths have sent, as far as it is in the credit. */
    private long creditedBytes;

    // Of the present choice.
    private int asked;
    private long nowNanos;
    private int group;
    private int bytes;
    private long rank;
    private long waitingBytes;
    private int ahead;
    private long bytesAhead;
    private long reorderNanos;
    private int carriers;
    private long sentNanos;
    private boolean first;
    /** Whether each path that has the packet has had it for longer than usual. */
    private boolean overdue;

    private boolean reinjects;

    /** The groups of which the last item to be sent as well is a re-injection. */
    private final BitSet reinjected = new BitSet();
    /** Of these the groups of which the item is not overdue. */
    private final BitSet reinjectedEarly = new BitSet();

    /** @param share the part of all bytes that may be re-injected */
    PathSharing(
            SpoolLog spool,
            SteadyClock clock,
            List<PathMeter> paths,
            List<SensorGroup> groups,
            Map<ServiceClass, PathScheduler> schedulers,
            double share) {
        this.spool = spool;
        this.clock = clock;
        this.paths = paths;
        this.schedulers = new EnumMap<>(schedulers);
        this.share = share;
        this.groups = groups;
    }

    @Override
    public void asks(int link) {
        asked = link;
        nowNanos = clock.epochNanos();
        paths.get(link).asks();
        long bytesSent = 0;
        for (int p = 0; p < paths.size(); p++) {
            paths.get(p).observe(spool.overdueNanos(p), nowNanos);
            bytesSent += paths.get(p).bytesSent();
        }
        for (int p = 0; p < paths.size() && paths.get(link).isGood(); p++) {
            paths.get(p).giveUpIfSilent(nowNanos);
        }
        double more = share * (bytesSent - creditedBytes);
        credit = Math.min(MOST_CREDIT, credit + more);
        early = Math.min(EARLY * MOST_CREDIT, early + EARLY * more);
        creditedBytes = bytesSent;
    }

    @Override
    public void ahead(long more, long nanos) {
        bytesAhead = more;
        reorderNanos = nanos;
    }

    @Override
    public boolean sends(int ofGroup, int length, long place, long waiting, int more) {
        choose(ofGroup, length, place, 0);
        waitingBytes = waiting;
        ahead = more;
        return scheduler().sends(this);
    }

    @Override
    public boolean sendsAsWell(int ofGroup, Carried item, boolean holdsUp) {
        choose(ofGroup, item.frameBytes(), item.rank(), item.carriers());
        sentNanos = item.sentNanos();
        first = holdsUp;
        boolean sends = scheduler().sendsAsWell(this);
        if (sends) {
            reinjected.set(group, reinjects);
            reinjectedEarly.set(group, reinjects && !overdue);
        }
        return sends;
    }

    /** By the answer that was given: a scheduler that is asked again may say something else. */
    @Override
    public void sentAsWell(int ofGroup, Carried item) {
        if (reinjected.get(ofGroup)) {
            int length = item.frameBytes();
            credit -= length;
            early -= reinjectedEarly.get(ofGroup) ? length : 0;
            paths.get(asked).counters().reinjected(length);
        }
    }

    private void choose(int ofGroup, int length, long place, int who) {
        group = ofGroup;
        bytes = length;
        rank = place;
        carriers = who;
        waitingBytes = length;
        ahead = 1;
        reinjects = false;
    }

    private PathScheduler scheduler() {
        PathScheduler scheduler = schedulers.get(serviceClass());
        if (scheduler == null) {
            throw new IllegalStateException("no scheduler of " + serviceClass());
        }
        return scheduler;
    }

    // --- the choice ---

    @Override
    public int paths() {
        return paths.size();
    }

    @Override
    public PathScheduler.Path path(int number) {
        return paths.get(number);
    }

    @Override
    public PathScheduler.Path asked() {
        return paths.get(asked);
    }

    @Override
    public ServiceClass serviceClass() {
        return groups.get(group).serviceClass();
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public long deadlineNanos() {
        return serviceClass() == ServiceClass.BULK ? Long.MAX_VALUE : rank;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public long waitingBytes() {
        return waitingBytes;
    }

    @Override
    public int packetsAhead() {
        return ahead;
    }

    @Override
    public long bytesAhead() {
        return bytesAhead;
    }

    @Override
    public long reorderNanos() {
        return reorderNanos;
    }

    @Override
    public boolean isCarriedBy(int number) {
        return (carriers & (1 << number)) != 0;
    }

    @Override
    public boolean isCheaperThanWaiting() {
        long wait = waitNanos();
        reinjects = (overdue ? credit : Math.min(credit, early)) >= bytes
                && paths.get(asked).expectedNanos(bytes) < wait;
        return reinjects;
    }

    /** For how long the packet is still to be waited for, on the best of the paths that have it. */
    private long waitNanos() {
        long wait = carriers == 0 ? 0 : Long.MAX_VALUE;
        overdue = true;
        for (int left = carriers; left != 0; left &= left - 1) {
            PathMeter path = paths.get(Integer.numberOfTrailingZeros(left));
            wait = Math.min(wait, path.waitNanos(nowNanos - sentNanos, first));
            overdue &= path.isOverdue(nowNanos - sentNanos);
        }
        return wait;
    }
}
