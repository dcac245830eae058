package org.banip.mbu.interconnect;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.banip.core.ban.ServiceClass;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The packets and gaps of one request body, of the service classes that it carries, as far as the link's window allows. Belongs to the sending
 * thread.
 */
final class BodyItems {
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

    private final boolean[] stateless;
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
        link = meter.link();
        this.meter = meter;
        this.session = session;
        spool = setup.spool();
        this.exchange = exchange;
        this.classes = classes;
        this.apart = apart;
        stateless = new boolean[setup.groupCount()];
        for (int g = 0; g < stateless.length; g++) {
            stateless[g] = !setup.chains().get(g).stateful();
        }
        encoder = encoder(false);
    }

    /** Begins a body. Its frames may refer to packets before it if both sides know the same ones. */
    void begin(boolean known) {
        encoder = encoder(known);
    }

    private FrameEncoder encoder(boolean known) {
        List<@Nullable PacketHeader> references =
                known ? spool.references() : Collections.nCopies(stateless.length, null);
        return new FrameEncoder(references, stateless);
    }

    /** Whether nothing is left for this body. */
    boolean areDrained() {
        return spool.isDrained(link, classes);
    }

    /**
     * Appends what may be sent now.
     *
     * @param maxPackets maximum number of items
     * @param maxLength none begins at this length of the buffer
     */
    void append(FrameBuffer out, int maxPackets, long maxLength, long now) {
        SendWindow window = exchange.window();
        if (spool.mostUrgentWaiting(classes) == null) {
            if (!apart) {
                window.nothingWaits();
            }
            return;
        }
        int room = window.room();
        boolean closed = room == 0;
        setup.meter().full(closed);
        if (closed && mayExceed()) {
            room = window.roomBeyond();
        }
        if (room > 0 && exchange.mayAskForTime() && window.takeTimeRequest(now)) {
            FrameEncoder.encode(new Control.TimeRequest(now), out);
        }
        long end = Math.min(maxLength, (long) out.length() + room);
        int last = 0;
        for (int packets = 0; packets < maxPackets && out.length() + last < end; packets++) {
            if (closed && !mayExceed()) {
                return;
            }
            Sequenced next =
                    session.mayHaveAnotherOutstanding() ? spool.claim(link, exchange.reorderWindow(), classes) : null;
            if (next == null) {
                return;
            }
            int length = append(next, out);
            last = room == Integer.MAX_VALUE ? 0 : length;
            if (apart) {
                window.sentApart(next.group(), next.nextSequence(), length);
            } else {
                window.sent(next.group(), next.nextSequence(), length);
            }
            meter.sent();
            setup.meter().sent(next.group(), next.nextSequence(), length);
        }
    }

    private int append(Sequenced item, FrameBuffer out) {
        int start = out.length();
        encoder.encode(item, out);
        if (LOG.isTraceEnabled()) {
            LOG.trace("{} to host: {} {}", session.label(), setup.groupName(item.group()), item.sequence());
        }
        setup.counters().get(item.group()).bytesFramed.addAndGet(out.length() - start);
        return out.length() - start;
    }

    /** An alarm does not wait for the window. Nor does an item of a lost link, without which the host stores none of those under way. */
    private boolean mayExceed() {
        return spool.mostUrgentWaiting(classes) == ServiceClass.ALARM || spool.holdsUp(link, classes);
    }
}
