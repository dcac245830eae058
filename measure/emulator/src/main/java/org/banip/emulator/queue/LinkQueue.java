package org.banip.emulator.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.TimedChange;
import org.banip.emulator.profile.Way;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a link: a queue, a sender that transmits one packet after the other, and the transmission delay.
 *
 * <p>All times follow from the instants passed as arguments, never from the time of a call. The instants must not decrease. Between two calls
 * everything happens that was due. A packet first waits for earlier packets; if the link was idle, for the bearer. Its transmission takes its size
 * divided by the rate. Then it may be lost. Packets that are not lost arrive after the delay, in order.
 *
 * <p>One thread.
 */
public final class LinkQueue {
    /** Later than all events. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final double NANOS_PER_SECOND = 1e9;

    private final Chance chance;
    private final LinkTraffic counters = new LinkTraffic();
    private final Deque<TimedChange> schedule;
    private final long openedNanos;

    // Conditions, as they are now.
    private DirectionSettings settings;
    private boolean out;

    // Waiting and sending.
    private final Deque<QueuedPacket> waiting = new ArrayDeque<>();
    private @Nullable QueuedPacket sending;
    private long sendingFromNanos;
    private double bytesToSend;
    private long queuedBytes;

    // In the air.
    private final Deque<Departure> airborne = new ArrayDeque<>();
    private long lastDueNanos = Long.MIN_VALUE;
    private long settledNanos;

    /** The seed of one direction of one link, derived from the network's seed. */
    public static long seedOf(long common, int link, Way way) {
        return 2 * (common * Byte.MAX_VALUE + link) + (way == Way.UP ? 0 : 1);
    }

    /**
     * An idle direction.
     *
     * @param settings at the beginning
     * @param schedule changes that concern this direction; those of the address are ignored
     * @param seed the same seed and packets give the same losses, waits and jitter
     * @param openedNanos instant at which the schedule begins
     */
    public LinkQueue(DirectionSettings settings, List<TimedChange> schedule, long seed, long openedNanos) {
        this.settings = settings;
        this.chance = new Chance(seed);
        List<TimedChange> inOrder = new ArrayList<>(schedule);
        inOrder.sort(Comparator.comparing(TimedChange::at)); // stable: changes of one instant stay in their order
        this.schedule = new ArrayDeque<>(inOrder);
        this.openedNanos = openedNanos;
        this.settledNanos = openedNanos;
    }

    /**
     * Puts a packet on the link.
     *
     * @return {@code TAKEN} or {@code DROPPED}
     */
    public Fate offer(QueuedPacket packet, long nowNanos) {
        settle(nowNanos);
        counters.offered(packet.wireBytes());
        if (!hasRoomFor(packet.wireBytes())) {
            counters.dropped();
            return Fate.DROPPED;
        }
        queuedBytes += packet.wireBytes();
        counters.queued(queuedBytes);
        if (sending == null) {
            send(packet, settledNanos + waitNanos());
        } else {
            waiting.add(packet);
        }
        return Fate.TAKEN;
    }

    /** Whether a packet of this size would be accepted, at the instant of the last call. */
    public boolean hasRoomFor(int wireBytes) {
        return queuedBytes + wireBytes <= settings.queueBytes();
    }

    private long waitNanos() {
        Optional<Long> wait = settings.bearerWait().map(chance::waitNanos);
        wait.ifPresent(nanos -> counters.waited());
        return wait.orElse(0L);
    }

    /** The next packet that has arrived by this instant; empty if there is none. */
    public Optional<Departure> poll(long nowNanos) {
        settle(nowNanos);
        Departure first = airborne.peek();
        if (first == null || first.dueNanos() > nowNanos) {
            return Optional.empty();
        }
        airborne.remove();
        counters.delivered(first.packet().wireBytes());
        return Optional.of(first);
    }

    /** The instant before which no packet leaves; call again then. {@link #NEVER} if the link is empty. */
    public long nextNanos() {
        Departure first = airborne.peek();
        long next = first == null ? NEVER : first.dueNanos();
        if (sending != null) {
            next = Math.min(next, Math.min(sentNanos(), changeNanos()));
        }
        return next;
    }

    /** Changes the conditions from now on. */
    public void change(Change change, long nowNanos) {
        settle(nowNanos);
        apply(change, settledNanos);
    }

    /** Counters. */
    public LinkTraffic counters() {
        return counters;
    }

    /** Bytes that wait or are in transmission. */
    public long queuedBytes() {
        return queuedBytes;
    }

    /** Processes everything that is due until this instant. */
    private void settle(long untilNanos) {
        while (true) {
            long change = changeNanos();
            long sent = sentNanos();
            if (Math.min(change, sent) > untilNanos) {
                break;
            }
            if (change <= sent) {
                apply(schedule.remove().change(), change);
            } else {
                finish(sent);
            }
        }
        settledNanos = Math.max(settledNanos, untilNanos);
    }

    private long changeNanos() {
        TimedChange next = schedule.peek();
        return next == null ? NEVER : openedNanos + next.at().toNanos();
    }

    private long sentNanos() {
        return sending == null || out
                ? NEVER
                : sendingFromNanos + (long) Math.ceil(bytesToSend * NANOS_PER_SECOND / settings.bytesPerSecond());
    }

    private void send(QueuedPacket packet, long fromNanos) {
        sending = packet;
        sendingFromNanos = fromNanos;
        bytesToSend = packet.wireBytes();
    }

    private void finish(long nowNanos) {
        QueuedPacket sent = sending;
        if (sent == null) {
            return;
        }
        queuedBytes -= sent.wireBytes();
        if (chance.losing(settings.loss(), settings.burst())) {
            counters.lost();
        } else {
            long due = nowNanos + settings.delay().toNanos() + chance.jitterNanos(settings.jitter());
            lastDueNanos = Math.max(lastDueNanos, due); // radio links keep the order
            airborne.add(new Departure(sent, lastDueNanos));
        }
        QueuedPacket next = waiting.poll();
        if (next == null) {
            sending = null;
        } else {
            send(next, nowNanos);
        }
    }

    private void apply(Change change, long nowNanos) {
        if (change instanceof Change.Rate rate) {
            accountFor(nowNanos);
            settings =
                    settings.toBuilder().bytesPerSecond(rate.bytesPerSecond()).build();
        } else if (change instanceof Change.Delay delay) {
            settings = settings.toBuilder()
                    .delay(delay.delay())
                    .jitter(smaller(settings.jitter(), delay.delay()))
                    .build();
        } else if (change instanceof Change.Loss loss) {
            settings = settings.toBuilder().loss(loss.share()).build();
        } else if (change instanceof Change.Outage outage) {
            accountFor(nowNanos);
            out = outage.out();
        }
    }

    private static <T extends Comparable<T>> T smaller(T one, T other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** Updates the bytes left to send, before conditions change. */
    private void accountFor(long nowNanos) {
        if (nowNanos <= sendingFromNanos) {
            return; // the bearer is still being set up
        }
        if (!out && !Double.isInfinite(settings.bytesPerSecond())) {
            double sent = (nowNanos - sendingFromNanos) * settings.bytesPerSecond() / NANOS_PER_SECOND;
            bytesToSend = Math.max(0, bytesToSend - sent);
        }
        sendingFromNanos = nowNanos;
    }
}
