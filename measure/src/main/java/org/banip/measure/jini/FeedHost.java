package org.banip.measure.jini;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.subscriber.Subscribers;
import org.jspecify.annotations.Nullable;

/** The part of a host between a surrogate and its subscribers: the live queues, as in the product, and one surrogate. Any thread. */
final class FeedHost implements ExtensionContext, AutoCloseable {
    private final Subscribers subscribers = new Subscribers();
    private final SurrogateHandle surrogate;
    private volatile @Nullable Subscription latest;

    FeedHost(SurrogateHandle surrogate) {
        this.surrogate = surrogate;
        subscribers.appear(surrogate.description());
    }

    void deliver(SensorData data) {
        subscribers.deliver(data);
    }

    /** What waits for the sink, and what it missed; nothing before it has subscribed. */
    SubscriberStatistics statistics() {
        Subscription subscription = latest;
        return subscription == null ? SubscriberStatistics.NONE : subscription.statistics();
    }

    @Override
    public List<SurrogateHandle> surrogates() {
        return List.of(surrogate);
    }

    @Override
    public Optional<SurrogateHandle> surrogate(UUID session) {
        return Optional.of(surrogate)
                .filter(each -> each.description().session().equals(session));
    }

    @Override
    public List<SurrogateHandle> stored(Instant since, int most) {
        return List.of();
    }

    @Override
    public Duration expiresAfter() {
        return Duration.ofMinutes(1);
    }

    @Override
    public Subscription subscribe(String name, long queueBytes, SurrogateListener listener) {
        return subscribers.subscribe(name, Optional.empty(), queueBytes, listener);
    }

    @Override
    public Subscription subscribeToLives(String name, SurrogateListener listener) {
        return subscribers.subscribeToLives(name, listener);
    }

    @Override
    public Subscription subscribe(String name, UUID session, long queueBytes, SurrogateListener listener) {
        Subscription subscription = subscribers.subscribe(name, Optional.of(session), queueBytes, listener);
        latest = subscription;
        return subscription;
    }

    @Override
    public Subscription subscribe(
            String name, UUID session, StartPoint from, long queueBytes, SurrogateListener listener) {
        return subscribe(name, session, queueBytes, listener);
    }

    @Override
    public Subscription replay(
            String name,
            SurrogateHandle ended,
            StartPoint.Stored from,
            Disappearance reason,
            SurrogateListener listener) {
        throw new UnsupportedOperationException("nothing ends here");
    }

    @Override
    public <T> Optional<T> find(Class<T> type) {
        return Optional.empty();
    }

    @Override
    public void close() {
        subscribers.close();
    }
}
