package org.banip.gateway.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.gateway.sample.Samples;
import org.banip.gateway.spool.ContentDigests;
import org.banip.gateway.spool.Mark;
import org.banip.gateway.spool.MessageKey;
import org.banip.mbu.spi.SensorInput.GridUnit;
import org.jspecify.annotations.Nullable;

/**
 * The last messages of a group, by their time or by what their sender calls them. Bounded. A sender uses the same name for another message some time,
 * so a name is forgotten when it did not come for {@link #NAME_NANOS}. A gateway with a directory marks each message there before it offers it. Guarded
 * by its user.
 */
final class RecentMessages {
    private static final int MOST = 1_024;
    /** By the clock of the arrivals, which may be set: in either direction. */
    static final long NAME_NANOS = TimeUnit.HOURS.toNanos(1);

    /**
     * A message that was taken.
     *
     * @param mark what is known of it; it has the number of the sensor sets that were taken, which are fewer than the message has if an earlier process
     *     was killed
     * @param position of the group behind these
     */
    record Message(Mark mark, long position) {}

    private final int group;
    private final Consumer<Mark> marks;
    private final ContentDigests digests;

    private final Map<MessageKey, Message> messages = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<MessageKey, Message> eldest) {
            return size() > MOST;
        }
    };

    /** What is marked, and was not taken yet. */
    private @Nullable Mark offered;

    /** None, which are known as long as the process runs. */
    RecentMessages() {
        this(0, mark -> {}, ContentDigests.PLAIN);
    }

    /**
     * None yet.
     *
     * @param group number of the group
     * @param marks writes marks
     * @param digests how contents are named in marks
     */
    RecentMessages(int group, Consumer<Mark> marks, ContentDigests digests) {
        this.group = group;
        this.marks = marks;
        this.digests = digests;
    }

    /** Those of an earlier process are known. All that the spool has of them lies before this position. */
    RecentMessages knowing(List<Mark> known, long position) {
        known.forEach(mark -> messages.put(mark.key(), new Message(mark, mark.stored() ? 0 : position)));
        return this;
    }

    /** The message, if it was taken before. */
    Optional<Message> find(Samples samples, Delivery delivery) {
        boolean timed = samples.instantNanos().isPresent();
        if (!timed && (delivery.token().isEmpty() || !delivery.again())) {
            return Optional.empty();
        }
        MessageKey key = timed
                ? MessageKey.at(samples.instantNanos().getAsLong())
                : MessageKey.named(delivery.token().get());
        @Nullable Message before = messages.get(key);
        if (before == null || !timed && isOld(before.mark, delivery) || !digests.isOf(before.mark.content(), samples)) {
            return Optional.empty();
        }
        messages.replace(key, new Message(before.mark.arrived(delivery.arrivedNanos()), before.position));
        return Optional.of(before);
    }

    /**
     * The message of a BANip device, if it was taken before. Its name is no other message's, however long ago it came.
     *
     * @param key its name
     */
    Optional<Message> find(MessageKey key, Samples samples) {
        return Optional.ofNullable(messages.get(key))
                .filter(before -> before.mark.grid().isPresent() && digests.isOf(before.mark.content(), samples));
    }

    private static boolean isOld(Mark before, Delivery delivery) {
        return Math.abs(delivery.arrivedNanos() - before.arrivedNanos()) > NAME_NANOS;
    }

    /**
     * Marks a message that is offered next; one that is offered again is marked already. One without time and name is known by the time that the gateway
     * gives it.
     *
     * @param units sensor sets
     * @param sampledNanos when the first one was sampled: by its device, or by the gateway
     */
    Mark offers(Samples samples, Delivery delivery, int units, long sampledNanos) {
        MessageKey key = MessageKey.at(samples.instantNanos().orElse(sampledNanos));
        if (samples.instantNanos().isEmpty() && delivery.token().isPresent()) {
            key = MessageKey.named(delivery.token().get());
        }
        Mark mark = new Mark(group, key, digests.of(samples), units, sampledNanos, delivery.arrivedNanos(), false);
        offers(mark);
        return mark;
    }

    /** The mark of a message of a BANip device. */
    Mark mark(MessageKey key, Samples samples, int units, GridUnit first, long arrivedNanos) {
        long sampled = samples.instantNanos().orElseThrow();
        Mark mark = new Mark(group, key, digests.of(samples), units, sampled, arrivedNanos, false, Optional.of(first));
        Mark before = offered;
        return before != null && before.arrived(arrivedNanos).equals(mark) ? before : mark;
    }

    /** The same for one of which a part is known. */
    void offers(Mark mark) {
        if (!mark.equals(offered)) {
            withdraws();
            offered = mark; // first: if the writing fails, nobody knows whether it is there
            marks.accept(mark);
        }
    }

    /** What was marked last is not offered any more. */
    void withdraws() {
        Mark withdrawn = offered;
        offered = null;
        if (withdrawn != null) {
            Message before = messages.get(withdrawn.key());
            marks.accept(before == null ? withdrawn.units(0) : before.mark);
        }
    }

    /** What was marked last was taken. */
    Message took(Mark mark, long position) {
        offered = null;
        Message message = new Message(mark, position);
        messages.remove(mark.key()); // it is the newest now
        messages.put(mark.key(), message);
        return message;
    }
}
