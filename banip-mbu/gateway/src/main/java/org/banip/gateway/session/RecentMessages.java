package org.banip.gateway.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.banip.gateway.sample.Samples;

/** The last messages of a group, by their time or by what their sender calls them. Bounded. Guarded by its user. */
final class RecentMessages {
    private static final int MOST = 1_024;

    private record Message(int hash, int values, long position) {}

    private final Map<Object, Message> messages = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Message> eldest) {
            return size() > MOST;
        }
    };

    /** The position of the group behind the message, if it was taken before. */
    OptionalLong find(Samples samples, Delivery delivery) {
        boolean mayRepeat = samples.instantNanos().isPresent() || delivery.again();
        return key(samples, delivery)
                .filter(key -> mayRepeat)
                .map(messages::get)
                .filter(before -> before.hash == samples.hash() && before.values == samples.values().length)
                .map(before -> OptionalLong.of(before.position))
                .orElseGet(OptionalLong::empty);
    }

    /** Remembers a message that was taken. */
    void add(Samples samples, Delivery delivery, long position) {
        key(samples, delivery).ifPresent(key -> {
            messages.remove(key); // it is the newest now
            messages.put(key, new Message(samples.hash(), samples.values().length, position));
        });
    }

    private static Optional<Object> key(Samples samples, Delivery delivery) {
        return samples.instantNanos().isPresent()
                ? Optional.of(samples.instantNanos().getAsLong())
                : delivery.token().map(Object.class::cast);
    }
}
