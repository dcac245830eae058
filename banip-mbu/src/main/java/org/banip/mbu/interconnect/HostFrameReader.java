package org.banip.mbu.interconnect;

import java.util.Collections;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.Sequenced;
import org.banip.core.text.Counted;
import org.banip.mbu.uplink.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the host's frames of one answer or reverse channel. Belongs to the thread that reads it. */
final class HostFrameReader implements Exchange.HostFrames, FrameHandler {
    private static final Logger LOG = LoggerFactory.getLogger(HostFrameReader.class);

    private final InterconnectSetup setup;
    private final Interconnect owner;
    private final HostContact contact;
    private final InterconnectExchange exchange;
    private final FrameDecoder decoder;
    /** What the host had acknowledged before it was asked: it must not go back behind it. */
    private final long[] floor;

    HostFrameReader(InterconnectSetup setup, Interconnect owner, InterconnectExchange exchange) {
        this.setup = setup;
        this.owner = owner;
        contact = owner.contact();
        this.exchange = exchange;
        floor = setup.spool().released();
        decoder = new FrameDecoder(Collections.emptyList(), new boolean[0], this, "interconnect " + owner.label());
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        if (!exchange.isBroken()) {
            decoder.feed(bytes, offset, length);
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
        LOG.trace("{} from host: {}", owner.label(), frame);
        if (frame instanceof Control.ErrorReport report) {
            ErrorCode code = ErrorCode.ofNumber(report.codeNumber()).orElse(ErrorCode.INTERNAL);
            throw new BanipException(code, report.message());
        }
        contact.heard(owner.label());
        if (frame instanceof Control.Acknowledgement acknowledgement) {
            acknowledge(acknowledgement.nextSequences());
        } else if (frame instanceof Control.TimeAnswer answer) {
            contact.clockFilter().add(answer, setup.clock().epochNanos());
        } else if (frame instanceof Control.Command command) {
            contact.counters().commands.incrementAndGet();
            owner.commands().take(command);
        } else if (!(frame instanceof Control.KeepAlive)) {
            throw unexpected("frame " + frame.getClass().getSimpleName());
        }
    }

    private void acknowledge(long[] next) {
        if (next.length != floor.length) {
            throw unexpected("an acknowledgement of " + Counted.of(next.length, "group") + ", the BAN has "
                    + floor.length + ",");
        }
        for (int g = 0; g < next.length; g++) {
            if (next[g] < floor[g]) {
                throw new BanipException(
                        ErrorCode.UNKNOWN_INTERCONNECT,
                        "the host expects sequence number " + next[g] + " of group " + setup.groupName(g)
                                + " and had stored all before " + floor[g] + ": it has lost some");
            }
            contact.acknowledged(owner.label(), g, next[g]);
        }
    }

    private BanipException unexpected(String what) {
        return new BanipException(
                ErrorCode.MALFORMED_FRAME, "the host sent " + what + " to an MBU, interconnect " + owner.label());
    }
}
