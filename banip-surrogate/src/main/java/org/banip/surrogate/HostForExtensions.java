package org.banip.surrogate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.subscriber.Replay;
import org.banip.surrogate.subscriber.StoredSurrogate;

/**
 * What extensions see of a host. Any thread.
 *
 * @param offers what the operator gave to the host
 */
record HostForExtensions(SurrogateHost host, HostParts parts, HostContext offers) implements ExtensionContext {
    @Override
    public List<SurrogateHandle> surrogates() {
        return host.surrogates();
    }

    @Override
    public Optional<SurrogateHandle> surrogate(UUID session) {
        return host.surrogate(session);
    }

    @Override
    public Subscription subscribe(String name, long queueBytes, SurrogateListener listener) {
        return host.subscribe(name, queueBytes, listener);
    }

    @Override
    public Subscription subscribeToLives(String name, SurrogateListener listener) {
        return parts.subscribers().subscribeToLives(name, listener);
    }

    @Override
    public Subscription subscribe(String name, UUID session, long queueBytes, SurrogateListener listener) {
        return parts.subscribers().subscribe(name, Optional.of(session), queueBytes, listener);
    }

    @Override
    public Subscription subscribe(
            String name, UUID session, StartPoint from, long queueBytes, SurrogateListener listener) {
        return host.subscribe(name, session, from, queueBytes, listener);
    }

    @Override
    public Subscription replay(
            String name,
            SurrogateHandle ended,
            StartPoint.Stored from,
            Disappearance reason,
            SurrogateListener listener) {
        SurrogateHost.check(from, ended);
        return Replay.start(name, parts.store(), parts.transcoders(), ended, from, reason, listener);
    }

    @Override
    public List<SurrogateHandle> stored(Instant since, int most) {
        long sinceNanos = TimeUnit.SECONDS.toNanos(since.getEpochSecond()) + since.getNano();
        return parts
                .store()
                .interconnectsSince(
                        sinceNanos, record -> host.surrogate(record.session()).isEmpty(), most)
                .stream()
                .<SurrogateHandle>map(record -> StoredSurrogate.of(parts.store(), record))
                .toList();
    }

    @Override
    public Duration expiresAfter() {
        return parts.liveness().expiresAfter();
    }

    @Override
    public <T> Optional<T> find(Class<T> type) {
        return offers.find(type);
    }
}
