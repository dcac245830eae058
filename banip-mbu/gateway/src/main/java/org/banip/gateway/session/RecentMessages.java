package org.banip.gateway.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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

    /** A message that was taken: its content, the position of the group behind it, and when it came last. */
    private record Message(Samples.Digest content, long position, long arrivedNanos) {
        Message cameAgain(Delivery again) {
            return new Message(content, position, again.arrivedNanos());
        }
    }

    private final Map<Object, Message> messages = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Message> eldest) {
            return size() > MOST;
        }
    };

    /** The position of the group behind the message, if it was taken before. */
    OptionalLong find(Samples samples, Delivery delivery) {
        boolean timed = samples.instantNanos().isPresent();
        Optional<Object> key = key(samples, delivery).filter(known -> timed || delivery.again());
        @Nullable Message before = key.map(messages::get).orElse(null);
        if (before == null || !timed && isOld(before, delivery) || !before.content.equals(samples.digest())) {
            return OptionalLong.empty();
        }
        messages.replace(key.get(), before.cameAgain(delivery));
        return OptionalLong.of(before.position);
    }

    private static boolean isOld(Message before, Delivery delivery) {
        return Math.abs(delivery.arrivedNanos() - before.arrivedNanos) > NAME_NANOS;
    }

    /** Remembers a message that was taken. */
    void add(Samples samples, Delivery delivery, long position) {
        key(samples, delivery).ifPresent(key -> {
            messages.remove(key); // it is the newest now
            messages.put(key, new Message(samples.digest(), position, delivery.arrivedNanos()));
        });
    }

    private static Optional<Object> key(Samples samples, Delivery delivery) {
        return samples.instantNanos().isPresent()
                ? Optional.of(samples.instantNanos().getAsLong())
                : delivery.token().map(Object.class::cast);
    }
}
