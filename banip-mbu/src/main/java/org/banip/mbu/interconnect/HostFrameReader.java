package org.banip.mbu.interconnect;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.Sequenced;
import org.banip.core.text.Counted;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the host's frames of one answer or of one reverse channel. Belongs to the thread that reads them. */
final class HostFrameReader implements PolledBody.HostFrames, FrameHandler {
    private static final Logger LOG = LoggerFactory.getLogger(HostFrameReader.class);

    private final InterconnectSetup setup;
    private final Link link;
    private final Session session;
    private final HostContact contact;
    private final LinkFrames exchange;
    private final FrameDecoder decoder;
    /** What the host had acknowledged before this body was requested. It must not acknowledge less. */
    private final long[] floor;

    /** Whether the host has reported an error. */
    private boolean reported;

    HostFrameReader(InterconnectSetup setup, Link link, LinkFrames exchange) {
        this.setup = setup;
        this.link = link;
        session = link.session();
        contact = link.contact();
        this.exchange = exchange;
        floor = setup.spool().released();
        decoder = new FrameDecoder(Collections.emptyList(), new boolean[0], this, "interconnect " + session.label());
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        if (!exchange.isBroken()) {
            try {
                decoder.feed(bytes, offset, length);
            } catch (BanipException e) {
                throw e.code() == ErrorCode.TOO_LONG && !reported
                        ? unexpected("a frame that is damaged: " + e.getMessage())
                        : e;
            }
        }
    }

    @Override
    public void end() {
        if (!exchange.isBroken()) {
            decoder.end();
        }
    }

    @Override
    public void sequenced(Sequenced item) {
        throw unexpected("a packet of group " + item.group());
    }

    @Override
    public void control(Control frame) {
        LOG.trace("{} from host: {}", session.label(), frame);
        if (frame instanceof Control.ErrorReport report) {
            reported = true;
            throw report.toException();
        }
        contact.heard(session.label(), exchange.broker());
        exchange.heard();
        if (frame instanceof Control.Acknowledgement acknowledgement) {
            acknowledge(acknowledgement.nextSequences());
        } else if (frame instanceof Control.TimeAnswer answer) {
            timed(answer);
        } else if (frame instanceof Control.Command command) {
            session.counters().commands.incrementAndGet();
            link.commands().take(command);
        } else if (!(frame instanceof Control.KeepAlive)) {
            throw unexpected("a frame that only MBUs send");
        }
    }

    /** The answer may come on another link than the request went. */
    private void timed(Control.TimeAnswer answer) {
        long now = setup.clock().epochNanos();
        List<SendWindow> windows = session.connections().windows();
        boolean known = false;
        for (int w = 0; w < windows.size(); w++) {
            SendWindow window = windows.get(w);
            if (window.meter().answered(answer.requestSentNanos(), now)) {
                known = window.timed(answer.requestSentNanos(), answer.receivedNanos());
            } else if (window.arrived(answer.requestSentNanos())) {
                known = true;
            }
        }
        if (!known) {
            session.clockFilter().add(answer, now);
        }
    }

    private void acknowledge(long[] said) {
        int groups = setup.groupCount();
        if (said.length < setup.described().firstGroups() || said.length > groups) {
            throw unexpected(
                    "an acknowledgement of " + Counted.of(said.length, "group") + ", the BAN has " + groups + ",");
        }
        // It may have been made before groups were added: of these it says nothing.
        long[] next = Arrays.copyOf(said, BanDescription.MAX_GROUPS);
        for (int g = 0; g < Math.min(said.length, floor.length); g++) {
            if (next[g] < floor[g]) {
                throw new BanipException(
                        ErrorCode.UNKNOWN_INTERCONNECT,
                        "the host expects sequence number " + next[g] + " of group " + setup.groupName(g)
                                + " and had stored all before " + floor[g] + ": it has lost some");
            }
        }
        // The windows first: who sees that all is delivered sees nothing under way either.
        List<SendWindow> windows = session.connections().windows();
        int carriers = windows.size() > 1 ? setup.spool().carriersOfFirst(next) : 1 << link.number();
        for (int w = 0; w < windows.size(); w++) {
            SendWindow window = windows.get(w);
            window.acknowledged(next, carriers == 1 << window.meter().number());
        }
        for (int g = 0; g < said.length; g++) {
            contact.acknowledged(session.label(), exchange.broker(), g, next[g]);
        }
    }

    private BanipException unexpected(String what) {
        return new BanipException(
                ErrorCode.MALFORMED_FRAME, "the host sent " + what + " to an MBU, interconnect " + session.label());
    }
}
