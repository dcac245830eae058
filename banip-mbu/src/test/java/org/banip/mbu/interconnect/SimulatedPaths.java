package org.banip.mbu.interconnect;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.TestSensor;
import org.banip.mbu.scheduling.Schedulers;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.Room;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;

/**
 * An MBU with several paths and a host, by a clock that goes on by milliseconds. A path stalls, as TCP does when the network carries nothing, or breaks and
 * connects again. Each path polls only when it is woken or has said so, as the uplinks do.
 */
final class SimulatedPaths {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final Duration TARGET = Duration.ofMillis(300);
    private static final int REORDER = 1 << 20;
    private static final int PAYLOAD = 900;
    /** What a socket takes of a path that stalls. */
    private static final int SOCKET = 64 << 10;
    /** As in {@code BodyItems}. */
    private static final long ASKED_AGAIN = 20 * MILLI;

    private static final long KEEP_ALIVE = 5 * SECOND;
    private static final long SILENCE = 15 * SECOND;
    private static final long TIME_INTERVAL = 20 * SECOND;
    /** The host acknowledges on paths by which something came lately. */
    private static final long LATELY = 2 * SECOND;

    private static final List<SensorGroup> GROUPS = List.of(
            TestSensor.group("ecg", 500, ServiceClass.LIVE),
            TestSensor.group("fall", 10, ServiceClass.ALARM),
            TestSensor.group("motion", 50, ServiceClass.BULK));

    final ManualClock clock = new ManualClock();
    final List<Path> paths = new ArrayList<>();
    private final Scheduler scheduler = new Scheduler();
    final MemorySpool spool = new MemorySpool(
            new SendPolicy(GROUPS, SpoolSettings.DEFAULT),
            List.of(new GroupCounters(), new GroupCounters(), new GroupCounters()),
            new WakeUp(),
            scheduler,
            clock);
    private final long[] units = new long[GROUPS.size()];

    // The host.
    private final long[] stored = new long[GROUPS.size()];
    private final List<TreeMap<Long, Long>> held = new ArrayList<>();
    private long storedItems;

    /** What goes to the host: an item, or a time request if the group is negative. */
    private record Up(long atNanos, int bytes, int group, long sequence, long next, long timeNanos) {}

    /** What comes back: the answer to a time request, or an acknowledgement if there is one. */
    private static final class Down {
        final long atNanos;
        final long[] stored;
        final long timeNanos;
        final long receivedNanos;

        Down(long atNanos, long[] stored, long timeNanos, long receivedNanos) {
            this.atNanos = atNanos;
            this.stored = stored;
            this.timeNanos = timeNanos;
            this.receivedNanos = receivedNanos;
        }
    }

    /** Paths with round trips and rates by chance. */
    SimulatedPaths(int count, String name, PathPolicySettings policy, Random random) {
        GROUPS.forEach(unused -> held.add(new TreeMap<>()));
        for (int p = 0; p < count; p++) {
            paths.add(new Path(p, policy, (10 + random.nextInt(400)) * MILLI, 50_000 + random.nextInt(1_000_000)));
        }
        Map<ServiceClass, PathScheduler> schedulers = new EnumMap<>(ServiceClass.class);
        for (ServiceClass of : ServiceClass.values()) {
            schedulers.put(of, Schedulers.named(name));
        }
        List<PathMeter> meters = paths.stream().map(path -> path.meter).toList();
        scheduler.share(new PathSharing(spool, clock, meters, GROUPS, schedulers, policy.reinjectedShare()));
        spool.reorder(4 << 20, 30 * SECOND);
    }

    void put(int group) {
        spool.put(group, clock.nanos, units[group]++, 1, true, new byte[PAYLOAD]);
    }

    /** How many items the host has stored, of all groups. */
    long storedItems() {
        return storedItems;
    }

    boolean isEverythingStored() {
        return spool.packets() == 0;
    }

    void step() {
        clock.nanos += MILLI;
        paths.forEach(Path::step);
    }

    /** One path, with its connection if there is one. */
    final class Path {
        private final int number;
        final PathMeter meter;
        private final long roundTripNanos;
        private final long bytesPerSecond;
        private final ArrayDeque<Up> up = new ArrayDeque<>();
        private final ArrayDeque<Down> down = new ArrayDeque<>();
        private final WakeUp work = new WakeUp();

        private SendWindow window;
        private boolean woken;
        private boolean asksAgain;
        private long stalledUntilNanos;
        private long connectsNanos = clock.nanos;
        private long linkFreeNanos;
        private long sentNanos;
        private long timeDueNanos;
        private long heardNanos;
        private long hostKeepAliveNanos;
        private long cameNanos = Long.MIN_VALUE / 2;

        Path(int number, PathPolicySettings policy, long roundTripNanos, long bytesPerSecond) {
            this.number = number;
            this.roundTripNanos = roundTripNanos;
            this.bytesPerSecond = bytesPerSecond;
            String name = "p" + number;
            meter = new PathMeter(number, PathSettings.named(name), policy, Duration.ZERO, PathEnd.none(name));
            work.onRaise(() -> woken = true);
            scheduler.add(work);
        }

        /** Nothing arrives for a time; then all of it does. */
        void stall(long millis) {
            stalledUntilNanos = Math.max(stalledUntilNanos, clock.nanos + millis * MILLI);
        }

        /** The connection breaks. The next one is made after a time. */
        void breakOff(long millis) {
            connectsNanos = clock.nanos + millis * MILLI + roundTripNanos;
            if (window != null) {
                window = null;
                meter.closed();
                up.clear();
                down.clear();
                spool.giveBack(number);
            }
        }

        private void step() {
            boolean stalls = clock.nanos < stalledUntilNanos;
            if (window == null) {
                if (!stalls && clock.nanos >= connectsNanos) {
                    connect();
                }
                return;
            }
            while (!stalls && !up.isEmpty() && up.peek().atNanos <= clock.nanos) {
                arrives(up.remove());
            }
            hostKeepsAlive();
            while (!stalls && window != null && !down.isEmpty() && down.peek().atNanos <= clock.nanos) {
                comes(down.remove());
            }
            if (meter.isGivenUp() || clock.nanos - heardNanos > SILENCE) {
                breakOff(50);
            } else if (up.stream().mapToInt(Up::bytes).sum() < SOCKET && (woken || nanosUntilPoll() <= 0)) {
                woken = false;
                poll();
            }
        }

        private void connect() {
            up.clear();
            linkFreeNanos = clock.nanos;
            sentNanos = clock.nanos;
            heardNanos = clock.nanos;
            timeDueNanos = clock.nanos;
            spool.giveBack(number);
            window = new SendWindow(TARGET, clock, work::raise, meter, true);
            meter.opened(window);
            woken = true;
            acknowledge();
        }

        // --- the MBU, as LinkFrames and BodyItems do it ---

        private long nanosUntilPoll() {
            long due = Math.min(sentNanos + KEEP_ALIVE, timeDueNanos) - clock.nanos;
            long asked = asksAgain ? sentNanosOfPoll + ASKED_AGAIN - clock.nanos : Long.MAX_VALUE;
            return Math.min(
                    Math.min(due, asked), Math.min(window.nanosUntilPace(), meter.nanosUntilProbe(clock.nanos)));
        }

        private long sentNanosOfPoll;

        private void poll() {
            sentNanosOfPoll = clock.nanos;
            if (clock.nanos >= timeDueNanos) {
                timeDueNanos = clock.nanos + TIME_INTERVAL;
                ask(clock.nanos);
            } else if (meter.takeProbe(clock.nanos)) {
                ask(clock.nanos);
            }
            append();
            if (clock.nanos - sentNanos >= KEEP_ALIVE) {
                send(new Up(0, 3, -1, 0, 0, 0));
            }
        }

        private void ask(long timeNanos) {
            meter.requested(timeNanos);
            send(new Up(0, 14, -1, 0, 0, timeNanos));
        }

        private void append() {
            boolean elsewhere = spool.isUnderWayElsewhere(number, SpoolLog.ALL);
            asksAgain = elsewhere;
            if (spool.mostUrgentWaiting(SpoolLog.ALL) == null && !elsewhere) {
                window.nothingWaits();
                return;
            }
            int bytes = window.room();
            Room room = Room.OPEN;
            if (bytes == 0 && (elsewhere || mayExceed())) {
                bytes = window.roomBeyond();
                room = bytes > 0 ? Room.BEYOND : Room.NEXT;
                bytes = bytes > 0 ? bytes : SendWindow.FLUSH;
            }
            if (bytes > 0 && window.takeTimeRequest(clock.nanos)) {
                ask(clock.nanos);
            }
            int most = Math.min(bytes, 4 << 10);
            for (int sent = 0; sent < most; sent += PAYLOAD) {
                if (!sendsOne(room, elsewhere)) {
                    break;
                }
                woken = true; // the uplink polls until nothing is left
            }
            if (window.isReceiptDue()) {
                send(new Up(0, 14, -1, 0, 0, window.takeReceiptRequest()));
            }
        }

        private boolean sendsOne(Room room, boolean elsewhere) {
            boolean alarmsOnly = spool.mostUrgentWaiting(SpoolLog.ALL) == ServiceClass.ALARM;
            Sequenced asWell = elsewhere && !alarmsOnly ? spool.claimAsWell(number, SpoolLog.ALL, room) : null;
            Sequenced next = asWell == null ? spool.claim(number, REORDER, SpoolLog.ALL, room) : asWell;
            if (next == null) {
                asksAgain |= spool.mostUrgentWaiting(SpoolLog.ALL) != null;
                return false;
            }
            int length = PAYLOAD + 7;
            window.sent(next.group(), next.nextSequence(), length);
            if (asWell == null) {
                meter.counters().sent(length);
            } else {
                meter.counters().sentAsWell(length);
            }
            send(new Up(0, length, next.group(), next.sequence(), next.nextSequence(), 0));
            return true;
        }

        private boolean mayExceed() {
            return spool.mostUrgentWaiting(SpoolLog.ALL) == ServiceClass.ALARM || spool.holdsUp(number, SpoolLog.ALL);
        }

        private void send(Up frame) {
            linkFreeNanos = Math.max(linkFreeNanos, clock.nanos) + frame.bytes * SECOND / bytesPerSecond;
            sentNanos = clock.nanos;
            up.add(new Up(
                    linkFreeNanos + roundTripNanos / 2,
                    frame.bytes,
                    frame.group,
                    frame.sequence,
                    frame.next,
                    frame.timeNanos));
        }

        private void comes(Down frame) {
            heardNanos = clock.nanos;
            meter.heard();
            if (frame.timeNanos != 0) {
                for (Path path : paths) {
                    if (path.window != null) {
                        if (path.meter.answered(frame.timeNanos, clock.nanos)) {
                            boolean unused = path.window.timed(frame.timeNanos, frame.receivedNanos);
                        } else {
                            boolean unused = path.window.arrived(frame.timeNanos);
                        }
                    }
                }
                return;
            }
            int carriers = spool.carriersOfFirst(frame.stored);
            for (Path path : paths) {
                if (path.window != null) {
                    path.window.acknowledged(frame.stored, carriers == 1 << path.number);
                }
            }
            boolean more = false;
            for (int g = 0; g < GROUPS.size(); g++) {
                more |= spool.release(g, frame.stored[g]);
            }
            if (more) {
                scheduler.itemAdded();
            }
        }

        // --- the host ---

        private void arrives(Up frame) {
            cameNanos = clock.nanos;
            if (frame.group < 0) {
                if (frame.timeNanos != 0) {
                    answer(null, frame.timeNanos);
                }
                return;
            }
            TreeMap<Long, Long> waiting = held.get(frame.group);
            waiting.put(frame.sequence, frame.next);
            boolean more = false;
            while (!waiting.isEmpty() && waiting.firstKey() <= stored[frame.group]) {
                long next = waiting.pollFirstEntry().getValue();
                more |= next > stored[frame.group];
                storedItems += next > stored[frame.group] ? 1 : 0;
                stored[frame.group] = Math.max(stored[frame.group], next);
            }
            if (more) {
                paths.stream()
                        .filter(path -> path.window != null && clock.nanos - path.cameNanos < LATELY)
                        .forEach(Path::acknowledge);
            }
        }

        private void hostKeepsAlive() {
            if (clock.nanos - hostKeepAliveNanos >= KEEP_ALIVE) {
                acknowledge();
            }
        }

        private void acknowledge() {
            hostKeepAliveNanos = clock.nanos;
            answer(stored.clone(), 0);
        }

        private void answer(long[] acknowledged, long timeNanos) {
            down.add(new Down(clock.nanos + roundTripNanos / 2, acknowledged, timeNanos, clock.nanos));
        }
    }
}
