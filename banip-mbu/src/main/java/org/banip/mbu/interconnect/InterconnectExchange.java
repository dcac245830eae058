package org.banip.mbu.interconnect;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.text.Counted;
import org.banip.mbu.spool.Spool;
import org.banip.mbu.uplink.Exchange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stretch of an interconnect between two breaks: what is sent, when keep-alives and questions for the time are due, and which packets
 * both sides know. Belongs to the sending thread, but for {@link #breakOff} and what is volatile.
 */
final class InterconnectExchange implements Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(InterconnectExchange.class);
    private static final long TIME_INTERVAL_NANOS = 60_000_000_000L;

    // Of the interconnect.
    private final InterconnectSetup setup;
    private final Interconnect owner;
    private final HostContact contact;
    private final Spool spool;
    private final boolean[] stateless;
    private final String surrogate;
    private final long keepAliveNanos;
    private final Duration silence;

    /** Before this time the host may not have noticed yet that the last exchange broke. */
    private final long referencesFromNanos;

    // Of the exchange.
    private long lastFrameNanos;
    private long lastTimeRequestNanos;
    private long nextTimeRequestNanos;
    private long answersBefore;
    private volatile @Nullable Exception broken;
    private volatile boolean ended;

    // Of the body.
    private FrameEncoder encoder;
    private List<Control.CommandResult> unanswered = new ArrayList<>();

    InterconnectExchange(
            InterconnectSetup setup, Interconnect owner, RegistrationAnswer agreed, long referencesFromNanos) {
        this.setup = setup;
        this.owner = owner;
        contact = owner.contact();
        this.referencesFromNanos = referencesFromNanos;
        spool = setup.spool();
        surrogate = agreed.surrogate();
        keepAliveNanos = agreed.keepAlive().toNanos();
        silence = agreed.keepAlive().multipliedBy(agreed.missedKeepAlives());
        stateless = new boolean[setup.groupCount()];
        for (int g = 0; g < stateless.length; g++) {
            stateless[g] = !setup.chains().get(g).stateful();
        }
        lastFrameNanos = setup.clock().epochNanos();
        nextTimeRequestNanos = lastFrameNanos;
        encoder = newEncoder();
    }

    @Override
    public String surrogate() {
        return surrogate;
    }

    @Override
    public Duration silence() {
        return silence;
    }

    @Override
    public void beginBody() {
        encoder = newEncoder();
    }

    private FrameEncoder newEncoder() {
        boolean known = setup.clock().epochNanos() >= referencesFromNanos;
        List<@Nullable PacketHeader> references =
                known ? spool.references() : Collections.nCopies(stateless.length, null);
        return new FrameEncoder(references, stateless);
    }

    @Override
    public Filled fill(FrameBuffer out, int maxPackets, int maxBytes, Duration patience)
            throws IOException, InterruptedException {
        int before = out.length();
        long until = setup.clock().epochNanos() + patience.toNanos();
        while (true) {
            checkUnbroken();
            long now = setup.clock().epochNanos();
            boolean finishing = owner.finishing(); // asked before looking, or what comes between would be left behind
            appendControls(out, now);
            appendPackets(out, maxPackets, (long) before + maxBytes);
            if (out.length() == before && finishing && spool.isDrained()) {
                ended = true;
                return Filled.END;
            }
            appendKeepAliveIfDue(out, before, now);
            if (out.length() > before) {
                lastFrameNanos = now;
                return Filled.FRAMES;
            }
            if (now >= until) {
                return Filled.NOTHING;
            }
            long next = Math.min(lastFrameNanos + keepAliveNanos, nextTimeRequestNanos);
            setup.work().await(setup.clock(), Math.min(next, until) - now);
        }
    }

    private void appendKeepAliveIfDue(FrameBuffer out, int before, long now) {
        if (out.length() == before && now - lastFrameNanos >= keepAliveNanos) {
            FrameEncoder.encode(new Control.KeepAlive(), out);
            contact.counters().keepAlives.incrementAndGet();
        }
    }

    private void appendControls(FrameBuffer out, long now) {
        if (now >= nextTimeRequestNanos) {
            appendTimeRequest(out, now);
        }
        for (Control.CommandResult result : owner.commands().takeResults()) {
            unanswered.add(result);
            FrameEncoder.encode(result, out);
        }
    }

    /** Asks at the beginning, again after a keep-alive interval if there was no answer, and then once a minute. */
    private void appendTimeRequest(FrameBuffer out, long now) {
        long answers = contact.clockFilter().answers();
        if (answers > answersBefore) {
            answersBefore = answers;
            nextTimeRequestNanos = lastTimeRequestNanos + TIME_INTERVAL_NANOS;
        }
        if (now >= nextTimeRequestNanos) {
            FrameEncoder.encode(new Control.TimeRequest(now), out);
            answersBefore = answers;
            lastTimeRequestNanos = now;
            nextTimeRequestNanos = now + Math.min(keepAliveNanos, TIME_INTERVAL_NANOS);
        }
    }

    private void appendPackets(FrameBuffer out, int maxPackets, long maxLength) {
        for (int packets = 0; packets < maxPackets && out.length() < maxLength; packets++) {
            Sequenced next = contact.mayHaveAnotherOutstanding() ? spool.send() : null;
            if (next == null) {
                return;
            }
            int start = out.length();
            encoder.encode(next, out);
            LOG.trace("{} to host: {} {}", owner.label(), setup.groupName(next.group()), next.sequence());
            setup.counters().get(next.group()).bytesFramed.addAndGet(out.length() - start);
        }
    }

    private void checkUnbroken() throws IOException {
        Exception reason = broken;
        if (reason != null) {
            throw new IOException("broken off: " + reason.getMessage(), reason);
        }
    }

    @Override
    public void bodyAnswered() throws IOException {
        unanswered = new ArrayList<>();
        int outstanding = spool.outstanding();
        if (outstanding > 0) {
            throw new IOException("the host answered a data request without acknowledging "
                    + Counted.of(outstanding, "packet") + " of it");
        }
    }

    @Override
    public HostFrames hostFrames() {
        return new HostFrameReader(setup, owner, this);
    }

    @Override
    public void breakOff(Exception reason) {
        if (broken == null) {
            broken = reason;
        }
        setup.work().raise();
    }

    boolean isBroken() {
        return broken != null;
    }

    /** What broke it, if that is known; otherwise what its connection died of. */
    Exception reason(IOException seen) {
        Exception known = broken;
        return known == null ? seen : known;
    }

    /** Whether everything was sent and nothing will follow. */
    boolean ended() {
        return ended;
    }

    /** Command results that may not have reached the host. */
    List<Control.CommandResult> unanswered() {
        return unanswered;
    }

    Duration keepAlive() {
        return Duration.ofNanos(keepAliveNanos);
    }
}
