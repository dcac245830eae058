package org.banip.surrogate.subscriber;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Stands between the live events of one session and a listener that wants them from a start point on, without a hole. It knows of each group the
 * number that comes next. A live event before that number is a repetition and is left out; an event beyond it shows a hole, which is read from the
 * store first. Holes are what came before the subscription, and what the listener's queue had no room for.
 *
 * <p>On the subscription's thread. It waits there for what is not durable yet.
 */
public final class CatchUp implements SurrogateListener, StoredGroup.Found {
    private static final Logger LOG = ServerLog.of(CatchUp.class);
    /** How long to wait before the store is asked again for what is not durable yet. */
    private static final long RETRY_MILLIS = 20;
    /** How often it is asked after the surrogate has ended: what was on its way is settled soon, or comes again in another life. */
    private static final int RETRIES_AFTER_END = 100;

    private final Store store;
    private final Transcoders known;
    private final Function<UUID, Optional<SurrogateHandle>> surrogates;
    private final SurrogateListener listener;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Per group the number that comes next; empty before the surrogate appeared, if all is wanted. */
    private long[] next;

    private boolean begun;
    private boolean storeFails;
    /** Of all groups together, since the end was told. */
    private int retriesAfterEnd;

    private List<StoredGroup> stored = List.of();
    /** Whose events these are; a session that registers again has a new one. */
    private @Nullable SurrogateDescription surrogate;

    /** Null if it ended before it was looked for. */
    private @Nullable SurrogateHandle handle;

    /**
     * Before a listener.
     *
     * @param known the components of chains
     * @param surrogates finds the active surrogate of a session
     */
    public CatchUp(
            Store store,
            Transcoders known,
            Function<UUID, Optional<SurrogateHandle>> surrogates,
            StartPoint.Stored from,
            SurrogateListener listener) {
        this.store = store;
        this.known = known;
        this.surrogates = surrogates;
        this.listener = listener;
        next = from.nextSequences().stream().mapToLong(Long::longValue).toArray();
    }

    /** The subscription, which ends this as well. */
    public Subscription ending(Subscription live) {
        return new Subscription() {
            @Override
            public SubscriberStatistics statistics() {
                return live.statistics();
            }

            @Override
            public void close() {
                closed.countDown();
                live.close();
            }
        };
    }

    @Override
    public void appeared(SurrogateDescription active) {
        tell(() -> listener.appeared(active));
        surrogate = active;
        handle = surrogates.apply(active.session()).orElse(null);
        stored = List.of();
        if (!begun) {
            begun = true;
            begin(active.ban().groups().size());
        }
        grow(active); // added while it was away
        readReceived(active);
    }

    /** Nobody has got more than there is, unless the store was put back to what it was before. */
    private void begin(int groups) {
        long[] from = new long[groups];
        System.arraycopy(next, 0, from, 0, Math.min(groups, next.length));
        next = from;
        for (int group = 0; group < groups; group++) {
            next[group] = Math.min(next[group], received(group));
        }
    }

    @Override
    public void groupsAdded(SurrogateDescription former, SurrogateDescription now) {
        grow(now);
        tell(() -> listener.groupsAdded(former, now));
        surrogate = now;
        stored = List.of();
    }

    /** Of groups that were added nothing has come yet. */
    private void grow(SurrogateDescription now) {
        next = Arrays.copyOf(next, Math.max(next.length, now.ban().groups().size()));
    }

    @Override
    public void delivered(SensorData data) {
        long sequence = data.header().sequence();
        if (isNext(data.surrogate(), data.header().group(), sequence, sequence + 1)) {
            tell(() -> listener.delivered(data));
        }
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        if (isNext(surrogate, gap.group(), gap.sequence(), gap.nextSequence())) {
            tell(() -> listener.gap(surrogate, gap));
        }
    }

    /** Whether the event is to be handed on now: not if it was before, or if it is not known what lies before it. */
    private boolean isNext(SurrogateDescription surrogate, int group, long sequence, long nextSequence) {
        if (nextSequence > next[group] && sequence > next[group]) {
            readUntil(surrogate, group, sequence);
        }
        boolean isNext = sequence <= next[group] && nextSequence > next[group];
        next[group] = isNext ? nextSequence : next[group];
        return isNext;
    }

    /** The queue had no room: the store has what was left out, or will have it. */
    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        readReceived(surrogate);
    }

    @Override
    public void silent(SurrogateDescription surrogate) {
        tell(() -> listener.silent(surrogate));
    }

    @Override
    public void resumed(SurrogateDescription surrogate) {
        tell(() -> listener.resumed(surrogate));
    }

    @Override
    public void alert(SurrogateDescription surrogate, AlertNotice step) {
        tell(() -> listener.alert(surrogate, step));
    }

    @Override
    public void missedAlerts(SurrogateDescription surrogate, long steps) {
        tell(() -> listener.missedAlerts(surrogate, steps));
    }

    @Override
    public void told(SurrogateDescription surrogate, long atNanos, String text) {
        tell(() -> listener.told(surrogate, atNanos, text));
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        readReceived(surrogate);
        tell(() -> listener.disappeared(surrogate, reason));
    }

    /** Hands on what the host has got so far. */
    private void readReceived(SurrogateDescription surrogate) {
        retriesAfterEnd = 0;
        for (int group = 0; group < next.length; group++) {
            readUntil(surrogate, group, received(group));
        }
    }

    /** The number after what came last, as far as that is known. */
    private long received(int group) {
        SurrogateHandle current = handle;
        return current == null
                ? Long.MAX_VALUE
                : current.statistics().groups().get(group).receivedSequence();
    }

    private boolean hasEnded() {
        SurrogateHandle current = handle;
        return current == null || current.state() == SurrogateState.ENDED;
    }

    /** Hands on what is stored before {@code wanted}, and waits for it until it is durable. */
    private void readUntil(SurrogateDescription surrogate, int group, long wanted) {
        long until = wanted;
        while (next[group] < until && !isOver()) {
            read(surrogate, group, until);
            // What came and could not be stored or decoded comes again.
            until = Math.min(until, received(group));
            if (hasEnded() && retriesAfterEnd++ >= RETRIES_AFTER_END) {
                return;
            }
            if (next[group] < until) {
                pause();
            }
        }
    }

    private void read(SurrogateDescription surrogate, int group, long until) {
        try {
            if (stored.isEmpty()) {
                stored = stored(surrogate);
            }
            if (!stored.isEmpty()) {
                read(stored.get(group), group, until);
            }
            storeFails = false;
        } catch (BanipException e) {
            if (!storeFails) {
                LOG.warn("{}: a subscriber waits for the store: {}", shortId(surrogate), e.getMessage());
            }
            storeFails = true;
        }
    }

    private void read(StoredGroup from, int group, long until) {
        try {
            long unused = from.read(next[group], until, this::isOver, this);
        } finally {
            next[group] = Math.max(next[group], from.position());
        }
    }

    private List<StoredGroup> stored(SurrogateDescription surrogate) {
        List<StoredGroup> groups = new ArrayList<>();
        InterconnectRecord record = store.find(surrogate.session()).orElse(null);
        if (record != null) {
            for (int group = 0; group < next.length; group++) {
                groups.add(new StoredGroup(store, known, record, surrogate, group));
            }
        }
        return groups;
    }

    private boolean isOver() {
        return closed.getCount() == 0 || Thread.currentThread().isInterrupted();
    }

    private void pause() {
        try {
            boolean unused = closed.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void data(SensorData data) {
        tell(() -> listener.delivered(data));
    }

    @Override
    public void gap(Gap gap) {
        SurrogateDescription from = surrogate;
        if (from != null) {
            tell(() -> listener.gap(from, gap));
        }
    }

    @Override
    public void unreadable(int group, long items, BanipException cause) {
        SurrogateDescription from = surrogate;
        if (from != null) {
            LOG.error("{}: a subscriber misses what is stored: {}", shortId(from), cause.getMessage());
            tell(() -> listener.missed(from, items, items * unitsPerPacket(group)));
        }
    }

    private long unitsPerPacket(int group) {
        SurrogateHandle current = handle;
        if (current == null) {
            return 1;
        }
        GroupStatistics counted = current.statistics().groups().get(group);
        return Math.max(1, counted.units() / Math.max(1, counted.packets()));
    }

    /** What the listener throws must not end what is being read. */
    private void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            LOG.error("{}: the listener failed", Thread.currentThread().getName(), e);
        }
    }

    private static String shortId(SurrogateDescription surrogate) {
        return surrogate.session().toString().substring(0, 8);
    }
}
