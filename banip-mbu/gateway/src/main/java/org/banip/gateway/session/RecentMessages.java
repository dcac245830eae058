package org.banip.gateway.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.banip.gateway.sample.Samples;
import org.jspecify.annotations.Nullable;

/**
 * The last messages of a group, by their time or by what their sender calls them. Bounded. A sender uses the same name for another message some time,
 * so a name is forgotten when it did not come for {@link #NAME_NANOS}. Guarded by its user.
 */
final class RecentMessages {
    private static final int MOST = 1_024;
    /** By the clock of the arrivals, which may be set: in either direction. */
    static final long NAME_NANOS = TimeUnit.HOURS.toNanos(1);

    /**
     * A message that was taken.
     *
     * @param position of the group behind it
     * @param sampledNanos when its first sensor set was sampled: by its device, or by the gateway
     * @param arrivedNanos when it came last
     */
    record Message(Samples.Digest content, long position, long sampledNanos, long arrivedNanos) {
        private Message cameAgain(Delivery again) {
            return new Message(content, position, sampledNanos, again.arrivedNanos());
        }
    }

    private final Map<Object, Message> messages = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Message> eldest) {
            return size() > MOST;
        }
    };

    /** The message, if it was taken before. */
    Optional<Message> find(Samples samples, Delivery delivery) {
        boolean timed = samples.instantNanos().isPresent();
        if (!timed && (delivery.token().isEmpty() || !delivery.again())) {
            return Optional.empty();
        }
        Object key =
                timed ? samples.instantNanos().getAsLong() : delivery.token().get();
        @Nullable Message before = messages.get(key);
        if (before == null || !timed && isOld(before, delivery) || !before.content.equals(samples.digest())) {
            return Optional.empty();
        }
        messages.replace(key, before.cameAgain(delivery));
        return Optional.of(before);
    }

    private static boolean isOld(Message before, Delivery delivery) {
        return Math.abs(delivery.arrivedNanos() - before.arrivedNanos) > NAME_NANOS;
    }

    /** Remembers a message that was taken. One without time and name is known by the time that the gateway gave it. */
    Message add(Samples samples, Delivery delivery, long position, long sampledNanos) {
        Message message = new Message(samples.digest(), position, sampledNanos, delivery.arrivedNanos());
        Object key = samples.instantNanos().isEmpty() && delivery.token().isPresent()
                ? delivery.token().get()
                : sampledNanos;
        messages.remove(key); // it is the newest now
        messages.put(key, message);
        return message;
    }
}
