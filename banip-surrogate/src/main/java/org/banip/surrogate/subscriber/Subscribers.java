package org.banip.surrogate.subscriber;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/**
 * All subscribers of a host, and the present surrogates. What is published is put into each queue and never waited for.
 *
 * <p>Any thread; who publishes for one surrogate does so one call at a time. The set of present surrogates is guarded by the
 * monitor, so that a late subscriber sees each exactly once.
 */
public final class Subscribers {
    private static final long FINISH_MILLIS = 5000;

    private final Set<SurrogateDescription> present = new LinkedHashSet<>();
    private final List<LiveQueue> queues = new CopyOnWriteArrayList<>();
    private final List<ThreadedSubscription> threads = new CopyOnWriteArrayList<>();
    private SubscriberStatistics ended = SubscriberStatistics.NONE;
    private boolean closed;

    /** No subscribers, no surrogates. */
    public Subscribers() {}

    /**
     * Adds a subscriber with a thread of its own; it is told of the present surrogates first.
     *
     * @param name names the thread
     * @param only the one session it is for; empty: all
     * @param maxBytes most bytes of sensor sets that wait for it
     */
    public ThreadedSubscription subscribe(String name, Optional<UUID> only, long maxBytes, SurrogateListener listener) {
        return started(new ThreadedSubscription(name, only, maxBytes, listener, this::remove, threads::remove));
    }

    /** The same for all sessions and without data: it hears of surrogates that appear, fall silent, resume and disappear. */
    public ThreadedSubscription subscribeToLives(String name, SurrogateListener listener) {
        return started(ThreadedSubscription.ofLives(name, listener, this::remove, threads::remove));
    }

    private ThreadedSubscription started(ThreadedSubscription subscription) {
        // Forgotten when its thread ends: the listener's class may have been downloaded, and must be unloaded.
        threads.add(subscription);
        add(subscription.queue());
        subscription.start();
        return subscription;
    }

    /**
     * Adds a subscriber that takes its events itself; it is told of the present surrogates first.
     *
     * @param available run by the thread that delivers when there is something to take; must return at once
     */
    public LiveQueue attach(Optional<UUID> only, long maxBytes, Runnable available) {
        LiveQueue queue = new LiveQueue(only, maxBytes, available);
        add(queue);
        return queue;
    }

    /** Ends what {@link #attach} began. */
    public void detach(LiveQueue queue) {
        remove(queue);
        queue.close();
    }

    private synchronized void add(LiveQueue queue) {
        if (closed) {
            throw new IllegalStateException("the host is closed");
        }
        for (SurrogateDescription surrogate : present) {
            tell(queue, surrogate, new LiveEvent.Appeared(surrogate));
        }
        queues.add(queue);
    }

    private synchronized void remove(LiveQueue queue) {
        if (queues.remove(queue)) {
            ended = ended.plus(queue.statistics());
        }
    }

    /** A surrogate is active now. */
    public synchronized void appear(SurrogateDescription surrogate) {
        present.add(surrogate);
        publish(surrogate, new LiveEvent.Appeared(surrogate));
    }

    /** Groups were added to a surrogate's BAN; what is published from now on has the new description. */
    public synchronized void addGroups(SurrogateDescription former, SurrogateDescription now) {
        if (present.remove(former)) {
            present.add(now);
            publish(now, new LiveEvent.GroupsAdded(former, now));
        }
    }

    /** A surrogate is no more; nothing of it may be published after this. */
    public synchronized void disappear(SurrogateDescription surrogate, Disappearance reason) {
        if (present.remove(surrogate)) {
            publish(surrogate, new LiveEvent.Disappeared(surrogate, reason));
        }
    }

    /** Whether anybody wants live data of this session. */
    public boolean wanted(UUID session) {
        for (LiveQueue queue : queues) {
            if (queue.wants(session) && !queue.livesOnly()) {
                return true;
            }
        }
        return false;
    }

    /** Sensor sets came. */
    public void deliver(SensorData data) {
        publish(data.surrogate(), new LiveEvent.Delivered(data));
    }

    /** A gap was declared. */
    public void gap(SurrogateDescription surrogate, Gap gap) {
        publish(surrogate, new LiveEvent.GapDeclared(surrogate, gap));
    }

    /** An MBU fell silent. */
    public void silent(SurrogateDescription surrogate) {
        publish(surrogate, new LiveEvent.Silent(surrogate));
    }

    /** An MBU is back. */
    public void resumed(SurrogateDescription surrogate) {
        publish(surrogate, new LiveEvent.Resumed(surrogate));
    }

    /** A surrogate says something. */
    public void told(SurrogateDescription surrogate, long atNanos, String text) {
        publish(surrogate, new LiveEvent.Told(surrogate, atNanos, text));
    }

    /** A step of an alert was made. */
    public void alert(SurrogateDescription surrogate, AlertNotice step) {
        publish(surrogate, new LiveEvent.Alerted(surrogate, step));
    }

    private void publish(SurrogateDescription surrogate, LiveEvent event) {
        for (LiveQueue queue : queues) {
            tell(queue, surrogate, event);
        }
    }

    private static void tell(LiveQueue queue, SurrogateDescription surrogate, LiveEvent event) {
        if (queue.wants(surrogate.session()) && (!queue.livesOnly() || event instanceof LiveEvent.Change)) {
            queue.add(event);
        }
    }

    /** How many subscribers there are. */
    public int count() {
        return queues.size();
    }

    /** What became of all live data, of those that ended as well. */
    public synchronized SubscriberStatistics statistics() {
        SubscriberStatistics sum = ended;
        for (LiveQueue queue : queues) {
            sum = sum.plus(queue.statistics());
        }
        return sum;
    }

    /** Lets every subscriber take what waits for it, for five seconds at most in all, and ends all. */
    public void close() {
        synchronized (this) {
            closed = true;
        }
        List<ThreadedSubscription> all = new ArrayList<>(threads);
        all.forEach(ThreadedSubscription::end);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FINISH_MILLIS);
        for (ThreadedSubscription subscription : all) {
            try {
                subscription.finish(TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                subscription.close();
            }
        }
        threads.clear();
    }
}
