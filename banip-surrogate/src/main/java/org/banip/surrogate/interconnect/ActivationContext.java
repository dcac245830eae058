package org.banip.surrogate.interconnect;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.KeepAliveHandler;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.subscriber.ThreadedSubscription;
import org.jspecify.annotations.Nullable;

/** What one surrogate sees of its host and of its interconnect. Any thread. */
final class ActivationContext implements HostContext, SurrogateContext {
    private static final long QUEUE_BYTES = 4 << 20;

    private final HostInterconnect interconnect;
    private final HostParts parts;
    private final Runnable cancel;
    private final List<ThreadedSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    ActivationContext(HostInterconnect interconnect, HostParts parts, Runnable cancel) {
        this.interconnect = interconnect;
        this.parts = parts;
        this.cancel = cancel;
    }

    @Override
    public <T> Optional<T> find(Class<T> type) {
        return parts.offers().find(type);
    }

    @Override
    public void cancelActivation() {
        cancel.run();
    }

    @Override
    public SurrogateHandle handle() {
        return interconnect;
    }

    @Override
    public Subscription subscribe(SurrogateListener listener) {
        ThreadedSubscription subscription = parts.subscribers()
                .subscribe(
                        "surrogate-" + interconnect.id(), Optional.of(interconnect.session()), QUEUE_BYTES, listener);
        subscriptions.add(subscription);
        if (ended) {
            subscription.close();
            subscriptions.remove(subscription);
        }
        return subscription;
    }

    @Override
    public void keepAlive(KeepAliveHandler handler) {
        interconnect.keepAlives().setHandler(handler);
    }

    @Override
    public void tell(String text) {
        if (text.isEmpty() || text.length() > MOST_TEXT) {
            throw new IllegalArgumentException(
                    "text of " + text.length() + " characters, allowed are 1 to " + MOST_TEXT);
        }
        interconnect.tell(text);
    }

    /** Ends all subscriptions, and each later one, at once. */
    void end() {
        ended = true;
        subscriptions.forEach(Subscription::close);
        subscriptions.clear();
    }

    /** Ends all subscriptions when their listeners have got what waits, within seconds, and each later one at once; completed then. */
    CompletableFuture<@Nullable Void> finish() {
        ended = true;
        CompletableFuture<?>[] all = subscriptions.stream()
                .map(subscription -> subscription.finish(parts.workers().deadlines()::after))
                .toArray(CompletableFuture<?>[]::new);
        // The interconnect may be referred to for longer than the surrogate's classes should be.
        return CompletableFuture.allOf(all).thenRun(subscriptions::clear);
    }
}
