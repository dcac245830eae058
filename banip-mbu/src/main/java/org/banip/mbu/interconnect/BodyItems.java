package org.banip.mbu.interconnect;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.banip.core.ban.ServiceClass;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spool.Room;
import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The packets and gaps of one request body, of the service classes that it carries, as far as the link's window allows. Belongs to the sending
 * thread.
 */
final class BodyItems {
    /** With several paths: when another one was better, or has something under way, it is asked again after this time. */
    private static final long ASKED_AGAIN_NANOS = 20_000_000L;

    private static final Set<ServiceClass> ALARMS = Collections.unmodifiableSet(EnumSet.of(ServiceClass.ALARM));

    private static final Logger LOG = LoggerFactory.getLogger(BodyItems.class);

    private final InterconnectSetup setup;
    private final int link;
    private final PathMeter meter;
    private final Session session;
    private final SpoolLog spool;
    private final Exchange exchange;
    private final Set<ServiceClass> classes;
    /** Whether it is the second body of the exchange. */
    private final boolean apart;
    /** Whether the host may let acknowledgements wait for others. */
    private final boolean acknowledgementsWait;

    private boolean[] stateless;
    private volatile boolean asksAgain;
    private FrameEncoder encoder;

    /**
     * The items of these service classes. The bodies of an exchange have one window.
     *
     * @param meter of the path that they go by
     * @param apart whether it is the second body of the exchange
     */
    BodyItems(
            InterconnectSetup setup,
            Session session,
            PathMeter meter,
            Exchange exchange,
            Set<ServiceClass> classes,
            boolean apart) {
        this.setup = setup;
        link = meter.number();
        this.meter = meter;
        this.session = session;
        spool = setup.spool();
        this.exchange = exchange;
        this.classes = classes;
        this.apart = apart;
        acknowledgementsWait = !setup.registration().acknowledgeWithin().isZero();
        stateless = statelessNow();
        encoder = encoder(false);
    }

    private boolean[] statelessNow() {
        boolean[] now = new boolean[setup.groupCount()];
        for (int g = 0; g < now.length; g++) {
            now[g] = !setup.chains().get(g).stateful();
        }
        return now;
    }

    /** Begins a body. Its frames may refer to packets before it if both sides know the same ones. */
    void begin(boolean known) {
        encoder = encoder(known);
    }

    private FrameEncoder encoder(boolean known) {
        stateless = statelessNow();
        List<@Nullable PacketHeader> references =
                known ? spool.references().subList(0, stateless.length) : Collections.nCopies(stateless.length, null);
        return new FrameEncoder(references, stateless);
    }

    /** Whether nothing is left for this body. */
    boolean areDrained() {
        return spool.isDrained(link, classes);
    }

    /**
     * Appends what may be sent now.
     *
     * @param maxPackets maximum number of items; one if the answer of each body has to come before the next one
     * @param maxLength none begins at this length of the buffer
     */
    void append(FrameBuffer out, int maxPackets, long maxLength, long now) {
        boolean elsewhere = setup.severalPaths() && spool.isUnderWayElsewhere(link, classes);
        asksAgain = elsewhere;
        boolean asked = false;
        if (spool.mostUrgentWaiting(classes) != null || elsewhere) {
            asked = appendWaiting(out, maxPackets, maxLength, elsewhere, now);
        } else if (!apart) {
            exchange.window().nothingWaits();
        }
        if (!asked && maxPackets > 1 && wantsRoom() && exchange.window().takeRoomRequest(now)) {
            appendTimeRequest(out, now);
        }
    }

    /** Whether acknowledgements may wait at the host that are to make room in the spool. Those of alarms never wait. */
    private boolean wantsRoom() {
        return !apart && acknowledgementsWait && exchange.mayAskForTime() && spool.isNearlyFull();
    }

    /** Returns whether a time request of this time goes as well. */
    private boolean appendWaiting(FrameBuffer out, int maxPackets, long maxLength, boolean elsewhere, long now) {
        SendWindow window = exchange.window();
        int bytes = window.room();
        Room room = Room.OPEN;
        setup.meter().full(bytes == 0);
        if (bytes == 0 && (elsewhere || mayExceed())) {
            bytes = window.roomBeyond();
            room = bytes > 0 ? Room.BEYOND : Room.NEXT;
            bytes = bytes > 0 ? bytes : SendWindow.FLUSH;
        }
        boolean asks = bytes > 0 && exchange.mayAskForTime() && window.takeTimeRequest(now);
        if (asks) {
            appendTimeRequest(out, now);
        }
        appendItems(out, maxPackets, Math.min(maxLength, (long) out.length() + bytes), bytes, room, elsewhere);
        if (exchange.mayAskForTime() && !apart && window.isReceiptDue()) {
            FrameEncoder.encode(new Control.TimeRequest(window.takeReceiptRequest()), out);
        }
        return asks;
    }

    private void appendTimeRequest(FrameBuffer out, long now) {
        meter.requested(now);
        FrameEncoder.encode(new Control.TimeRequest(now), out);
    }

    private void appendItems(FrameBuffer out, int maxPackets, long end, int bytes, Room room, boolean elsewhere) {
        SendWindow window = exchange.window();
        int last = 0;
        for (int packets = 0; packets < maxPackets && out.length() + last < end; packets++) {
            Sequenced asWell = elsewhere ? claimAsWell(room) : null;
            Sequenced next = asWell == null ? claim(room) : asWell;
            if (next == null) {
                asksAgain |= setup.severalPaths() && spool.mostUrgentWaiting(classes) != null;
                return;
            }
            int length = append(next, out);
            last = bytes == Integer.MAX_VALUE ? 0 : length;
            if (apart) {
                window.sentApart(next.group(), next.nextSequence(), length);
            } else {
                window.sent(next.group(), next.nextSequence(), length);
            }
            if (asWell == null) {
                meter.counters().sent(length);
            } else {
                meter.counters().sentAsWell(length);
            }
            setup.meter().sent(next.group(), next.nextSequence(), length);
        }
    }

    private @Nullable Sequenced claim(Room room) {
        return session.care().mayHaveAnotherOutstanding()
                ? spool.claim(link, exchange.reorderWindow(), classes, room)
                : null;
    }

    /** What other paths have under way and this one is to send as well. It does not go before what is more urgent. */
    private @Nullable Sequenced claimAsWell(Room room) {
        boolean alarmsOnly = spool.mostUrgentWaiting(classes) == ServiceClass.ALARM;
        if (!session.care().mayHaveAnotherOutstanding() || (alarmsOnly && !classes.contains(ServiceClass.ALARM))) {
            return null;
        }
        return spool.claimAsWell(link, alarmsOnly ? ALARMS : classes, room);
    }

    /** Time until this body asks again whether to send what it left to other paths; any thread. */
    long nanosUntilAsked() {
        return asksAgain ? ASKED_AGAIN_NANOS : Long.MAX_VALUE;
    }

    private int append(Sequenced item, FrameBuffer out) {
        int start = out.length();
        if (item.group() >= stateless.length) {
            stateless = statelessNow();
            encoder.addGroups(stateless);
        }
        encoder.encode(known(item), out);
        if (LOG.isTraceEnabled()) {
            LOG.trace("{} to host: {} {}", session.label(), setup.groupName(item.group()), item.sequence());
        }
        setup.counters().get(item.group()).bytesFramed.addAndGet(out.length() - start);
        return out.length() - start;
    }

    /** To a host that does not know that groups can be retired, the sensor is silent. */
    private Sequenced known(Sequenced item) {
        boolean unknown = item instanceof Gap gap && gap.isRetirement() && !exchange.retiring();
        return unknown ? ((Gap) item).withReason(Gap.Reason.SENSOR_SILENT) : item;
    }

    /** An alarm does not wait for the window. Nor does what another path left behind, without which the host stores none of those under way. */
    private boolean mayExceed() {
        return spool.mostUrgentWaiting(classes) == ServiceClass.ALARM || spool.holdsUp(link, classes);
    }
}
