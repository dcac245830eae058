package org.banip.app.demo;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.banip.app.terminal.Picture;
import org.banip.app.terminal.SignalTrace;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.LinkTraffic;

/** What an emulated link carried in the last second, and the picture of the last half a minute. One thread. */
final class LinkGauge {
    /** How often it is looked at. */
    private static final Frequency LOOKS = Frequency.ofHz(10);

    private static final Duration SHOWN = Duration.ofSeconds(30);
    private static final int KEPT = 11;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST = 1 << 30;
    private static final int BITS = 32;

    private final EmulatedLink link;
    private final SignalTrace trace;
    private final Deque<Look> looks = new ArrayDeque<>();

    private double lost;

    private record Look(long nanos, long up, long down, long packets, long lost) {}

    LinkGauge(EmulatedLink link) {
        this.link = link;
        trace = trace(link.settings().name(), Picture.BYTES_PER_SECOND);
    }

    /** An empty picture of the last half a minute, for whole numbers from 0 on. */
    static SignalTrace trace(String label, String unit) {
        return new SignalTrace(new Channel(label, unit, BITS, 0, MOST, 0, MOST), LOOKS, SHOWN);
    }

    /**
     * Looks at the link now.
     *
     * @param drawn whether the picture shows it
     */
    void look(boolean drawn) {
        LinkTraffic up = link.counters(Way.UP);
        LinkTraffic down = link.counters(Way.DOWN);
        looks.add(new Look(
                System.nanoTime(),
                up.offeredBytes(),
                down.offeredBytes(),
                up.offeredPackets() + down.offeredPackets(),
                up.lostPackets() + up.droppedPackets() + down.lostPackets() + down.droppedPackets()));
        if (looks.size() > KEPT) {
            looks.remove();
        }
        long packets = looks.getLast().packets - looks.getFirst().packets;
        if (packets > 0) {
            lost = Math.min(1, (double) (looks.getLast().lost - looks.getFirst().lost) / packets);
        }
        if (drawn) {
            trace.add((int) Math.min(MOST, Math.round(upPerSecond())));
        }
    }

    /** Bytes given to it upwards, each second. */
    double upPerSecond() {
        return (looks.getLast().up - looks.getFirst().up) / seconds();
    }

    /** The same downwards. */
    double downPerSecond() {
        return (looks.getLast().down - looks.getFirst().down) / seconds();
    }

    /** At least something, so that there is a rate. */
    private double seconds() {
        return Math.max(1, looks.getLast().nanos - looks.getFirst().nanos) / NANOS_PER_SECOND;
    }

    /** Share of the packets that were lost; without packets, for example on a dead path between two attempts, that of the last ones. */
    double lost() {
        return lost;
    }

    /** The rate upwards. */
    SignalTrace trace() {
        return trace;
    }
}
