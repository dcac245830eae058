package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Random;

/**
 * An MBU with a send window, its path and the acknowledgements of the host. The path is a queue in front of a link, which waits for a bearer when it
 * has been idle. Time goes on by milliseconds.
 */
final class SimulatedPath {
    private static final Duration TARGET = SendWindowTest.TARGET;
    private static final long MILLI = SendWindowTest.MILLI;
    private static final long SOCKETS = 128 << 10;
    private static final long OTHER_PATH_NANOS = 1_000_000_000L;
    private static final int FIRST_SEGMENT = 524;
    /** How far the host's clock is ahead. */
    private static final long OFFSET_NANOS = -3_600_000 * MILLI;

    final ManualClock clock = new ManualClock();
    int opened;
    final SendWindow window;
    /** With several paths: the host stores what came only after what another path carries. */
    private final boolean several;

    private final ArrayDeque<Acknowledgement> stored = new ArrayDeque<>();
    private final Random random;
    /** Whether an acknowledgement that waits goes with the answer to a time request, as the host lets it. */
    boolean answersAcknowledge;

    private final ArrayDeque<Acknowledgement> acknowledgements = new ArrayDeque<>();
    private final long roundTripMillis;
    long bytesPerSecond;
    boolean bearers;
    /** The share of flushes that are lost and sent again a round trip later, before which the host sees nothing that follows. */
    double lost;

    /** Whether sockets hold as much as the window wants, and no fixed number of bytes. */
    boolean socketsFollow;

    long mostUnderWay;
    /** The host does nothing before. */
    long hostStartsNanos;
    /** The host is late by up to so much, each time by another time. */
    int hostLateMillis;

    private long hostFreeNanos;
    /** How long the host lets an acknowledgement wait for others. */
    long withinMillis;

    private long waitsUntilNanos;
    private long linkFreeNanos;
    private long backFreeNanos;
    private long timeDueNanos;
    long next;
    private long delivered;
    long mostQueuedNanos;
    long queuedNanos;
    int flushes;
    double waiting;

    private record Acknowledgement(
            long atNanos, long next, int bytes, long requestedNanos, long receivedNanos, long receiptNanos) {}

    /** The path, without waits for a bearer. */
    SimulatedPath(long bytesPerSecond, long roundTripMillis) {
        this(bytesPerSecond, roundTripMillis, 7);
    }

    SimulatedPath(long bytesPerSecond, long roundTripMillis, long seed) {
        this(bytesPerSecond, roundTripMillis, seed, false);
    }

    SimulatedPath(long bytesPerSecond, long roundTripMillis, long seed, boolean several) {
        this.several = several;
        window = new SendWindow(TARGET, clock, () -> opened++, new PathMeter(), several);
        random = new Random(seed);
        this.bytesPerSecond = bytesPerSecond;
        this.roundTripMillis = roundTripMillis;
    }

    /** Lets an app produce packets at a rate. Returns the share of the path's rate that was delivered. */
    double run(int seconds, double producedPerSecond, int packet) {
        long before = delivered;
        mostQueuedNanos = 0;
        for (long end = clock.nanos + seconds * 1000L * MILLI; clock.nanos < end; clock.nanos += MILLI) {
            waiting += producedPerSecond / 1000;
            while (!acknowledgements.isEmpty() && acknowledgements.peek().atNanos <= clock.nanos) {
                Acknowledgement first = acknowledgements.remove();
                delivered += first.bytes;
                if (first.requestedNanos > 0) {
                    boolean unused = window.timed(first.requestedNanos, first.receivedNanos);
                }
                if (first.receiptNanos > 0) {
                    assertThat(window.arrived(first.receiptNanos)).isTrue();
                }
                if (several) {
                    stored.add(first);
                } else {
                    window.acknowledged(new long[] {first.next});
                }
            }
            while (!stored.isEmpty() && stored.peek().atNanos <= clock.nanos - OTHER_PATH_NANOS) {
                window.acknowledged(new long[] {stored.remove().next}, false);
            }
            flush(packet);
            assertThat(window.nanosUntilPace()).isPositive(); // what may go went, so nobody polls again and again
        }
        return (double) (delivered - before) / seconds / bytesPerSecond;
    }

    /** The path carries nothing for some time, and keeps what it has. */
    void interrupt(int seconds) {
        long nanos = seconds * 1000L * MILLI;
        linkFreeNanos = Math.max(linkFreeNanos, clock.nanos) + nanos;
        backFreeNanos = Math.max(backFreeNanos, clock.nanos) + nanos;
        waitsUntilNanos = 0;
        for (int i = acknowledgements.size(); i > 0; i--) {
            Acknowledgement each = acknowledgements.remove();
            acknowledgements.add(new Acknowledgement(
                    each.atNanos + nanos,
                    each.next,
                    each.bytes,
                    each.requestedNanos,
                    each.receivedNanos + nanos,
                    each.receiptNanos));
        }
    }

    private void flush(int packet) {
        int room = window.room();
        while (room > 0 && waiting >= packet && window.underWay() < socketBytes()) {
            long requested = window.takeTimeRequest(clock.nanos) || isTimeDue() ? clock.nanos : 0;
            int flushed = 0;
            while (waiting >= packet && flushed + packet <= Math.max(packet, Math.min(room, 1 << 14))) {
                window.sent(0, ++next, packet);
                waiting -= packet;
                flushed += packet;
            }
            transmit(flushed, requested, window.isReceiptDue() ? window.takeReceiptRequest() : 0);
            mostUnderWay = Math.max(mostUnderWay, window.underWay());
            room = window.room();
        }
    }

    private long socketBytes() {
        long wanted = Math.max(window.socketBytes(), window.meter().bytesInFlight(TARGET));
        return socketsFollow ? Math.max(SendWindow.FAST, wanted) : SOCKETS;
    }

    /** A link sends a time request at the beginning, and then each minute. */
    private boolean isTimeDue() {
        boolean due = clock.nanos >= timeDueNanos;
        timeDueNanos = due ? clock.nanos + 60_000 * MILLI : timeDueNanos;
        return due;
    }

    private void transmit(int bytes, long requested, long receipt) {
        if (linkFreeNanos < clock.nanos) {
            linkFreeNanos = clock.nanos + bearer(320, 750);
        }
        mostQueuedNanos = Math.max(mostQueuedNanos, linkFreeNanos - clock.nanos);
        queuedNanos += linkFreeNanos - clock.nanos;
        flushes++;
        long again = lost > 0 && random.nextDouble() < lost ? roundTripMillis * MILLI * 5 / 4 : 0;
        long arrived = linkFreeNanos
                + again
                + Math.min(bytes, FIRST_SEGMENT) * 1_000_000_000L / bytesPerSecond
                + roundTripMillis * MILLI / 2;
        hostFreeNanos = Math.max(hostFreeNanos, Math.max(arrived, hostStartsNanos) + late());
        long received = hostFreeNanos + OFFSET_NANOS;
        linkFreeNanos += (bytes + 50) * 1_000_000_000L / bytesPerSecond;
        long answered = Math.max(linkFreeNanos + roundTripMillis * MILLI + again, hostStartsNanos);
        if (requested == 0 && receipt == 0 && answered <= waitsUntilNanos) {
            Acknowledgement first = acknowledgements.removeLast();
            acknowledgements.add(new Acknowledgement(
                    first.atNanos,
                    next,
                    first.bytes + bytes,
                    first.requestedNanos,
                    first.receivedNanos,
                    first.receiptNanos));
            return;
        }
        if (requested != 0 && answersAcknowledge) {
            waitingGoesNow(answered);
        }
        waitsUntilNanos = requested == 0 ? answered + withinMillis * MILLI : 0;
        backFreeNanos = Math.max(backFreeNanos, Math.max(answered, waitsUntilNanos) + bearer(290, 1700));
        acknowledgements.add(new Acknowledgement(backFreeNanos, next, bytes, requested, received, receipt));
    }

    private void waitingGoesNow(long nowNanos) {
        if (!acknowledgements.isEmpty()
                && acknowledgements.getLast().atNanos > nowNanos
                && waitsUntilNanos > nowNanos) {
            Acknowledgement last = acknowledgements.removeLast();
            Acknowledgement before = acknowledgements.peekLast();
            backFreeNanos = Math.max(nowNanos, before == null ? 0 : before.atNanos) + bearer(290, 1700);
            acknowledgements.add(new Acknowledgement(
                    backFreeNanos, last.next, last.bytes, last.requestedNanos, last.receivedNanos, last.receiptNanos));
        }
    }

    private long late() {
        return hostLateMillis == 0 ? 0 : random.nextInt(hostLateMillis) * MILLI;
    }

    private long bearer(int least, int most) {
        return bearers ? (least + random.nextInt(most - least)) * MILLI : 0;
    }

    double underWaySeconds() {
        return (double) window.underWay() / bytesPerSecond;
    }
}
