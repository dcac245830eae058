package org.banip.mbu.interconnect;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Counted;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.banip.mbu.spool.SpoolLog;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one connection of a link: the items to send, keep-alives and time requests when they are due, and the packets that both sides
 * know. One thread at a time: that which sends, or of an asynchronous uplink that which polls; except for {@link #breakOff} and what is volatile.
 * Guarded by itself are the polls and the break: nothing is claimed any more when {@link #breakOff} has returned.
 */
final class LinkFrames implements Exchange {
    private static final Set<ServiceClass> ALARMS = EnumSet.of(ServiceClass.ALARM);
    private static final Set<ServiceClass> OTHERS = EnumSet.complementOf(EnumSet.of(ServiceClass.ALARM));

    // Of the interconnect.
    private final InterconnectSetup setup;
    private final Link link;
    private final Session session;
    private final SpoolLog spool;
    private final Chosen broker;
    private volatile RegistrationAnswer agreed;
    private final Optional<Registration> registration;

    /** Before this time the host may not have noticed that the last connection broke. */
    private final long referencesFromNanos;

    // Of the exchange.
    private boolean onlyRepeatable;
    private final SendWindow window;
    private final LinkControls controls;
    private volatile @Nullable Exception broken;
    private volatile boolean ended;
    /** The host is silent; the connection is kept. */
    private volatile boolean silent;
    /** Whether it ended, or is ending, so that groups can be registered that were added, or because a backup is not needed any more. */
    private volatile boolean paused;
    /** Whether it is the latter. */
    private volatile boolean rests;

    private volatile boolean bodyRefused;

    // Of the body.
    private BodyItems items;
    private volatile @Nullable AlarmFrames alarms;
    private volatile Runnable ready = () -> {};

    /**
     * The frames of a new connection.
     *
     * @param broker where the connection goes
     * @param answer what the host answered, or will answer
     * @param registered whether the host has answered; otherwise the registration goes first
     * @param referencesFromNanos from when on both sides know the same last packets
     */
    LinkFrames(
            InterconnectSetup setup,
            Link link,
            Chosen broker,
            RegistrationAnswer answer,
            boolean registered,
            long referencesFromNanos) {
        this.setup = setup;
        this.link = link;
        this.broker = broker;
        session = link.session();
        this.referencesFromNanos = referencesFromNanos;
        spool = setup.spool();
        adopt(answer);
        registration = registered
                ? Optional.empty()
                : Optional.of(new FirstRegistration(setup.registrationOf(answer.interconnect())));
        window = new SendWindow(
                setup.sendWindow(), setup.clock(), link.work()::raise, link.meter(), setup.severalPaths());
        controls = new LinkControls(setup, session, link.meter(), link.commands(), link.endReport(), keepAliveNanos());
        items = new BodyItems(setup, session, link.meter(), this, SpoolLog.ALL, false);
    }

    private void adopt(RegistrationAnswer answer) {
        agreed = answer;
        spool.reorder(
                answer.reorder().map(window -> (long) window.bytes()).orElse(Long.MAX_VALUE),
                answer.reorder().map(window -> window.time().toNanos()).orElse(Long.MAX_VALUE));
    }

    private long keepAliveNanos() {
        return agreed.keepAlive().toNanos();
    }

    @Override
    public Optional<Registration> registration() {
        return registration;
    }

    /** The registration that goes before these frames. */
    private final class FirstRegistration implements Registration {
        private final RegistrationRequest asked;

        FirstRegistration(RegistrationRequest asked) {
            this.asked = asked;
        }

        @Override
        public String document() {
            session.registering().tried();
            return asked.toJson();
        }

        @Override
        public void answered(String document) throws IOException {
            RegistrationAnswer answer = session.registering().registeredWhileCarrying(asked, broker, document);
            synchronized (LinkFrames.this) {
                adopt(answer); // an uplink with several threads may be polling
                controls.keepAlive(keepAliveNanos());
            }
        }
    }

    /** Limits what is under way on this connection. */
    @Override
    public SendWindow window() {
        return window;
    }

    @Override
    public String surrogate() {
        return agreed.surrogate();
    }

    @Override
    public Duration silence() {
        RegistrationAnswer now = agreed;
        return now.keepAlive().multipliedBy(now.missedKeepAlives());
    }

    @Override
    public Duration silent(String reason) {
        if (setup.severalPaths() || setup.brokers().several()) {
            return Duration.ZERO; // another path or broker is to have what is under way here
        }
        link.silent(reason);
        silent = true;
        return agreed.grace();
    }

    /** A frame of the host has come. */
    void heard() {
        if (silent) {
            silent = false;
            window.interrupted();
        }
    }

    @Override
    public void beginBody() {
        boolean known = alarms == null
                && session.connections().isOneOnly()
                && setup.clock().epochNanos() >= referencesFromNanos;
        items.begin(known);
    }

    @Override
    public Optional<PolledBody> alarms() {
        if (alarms == null
                && setup.ban().groups().stream().anyMatch(group -> group.serviceClass() == ServiceClass.ALARM)) {
            items = new BodyItems(setup, session, link.meter(), this, OTHERS, false);
            alarms = new AlarmFrames(this, new BodyItems(setup, session, link.meter(), this, ALARMS, true));
        }
        return Optional.ofNullable(alarms);
    }

    @Override
    public synchronized Filled poll(FrameBuffer out, int maxPackets, int maxBytes) throws IOException {
        checkUnbroken();
        int before = out.length();
        long now = setup.clock().epochNanos();
        if (!onlyRepeatable && (paused || pauses(now))) {
            paused = true;
            ended = true;
            wakeAlarms();
            return Filled.END;
        }
        boolean finishing =
                session.finishing(); // read first: an item that is put after this line would otherwise be left behind
        if (!onlyRepeatable) {
            controls.append(out, now);
        }
        items.append(out, maxPackets, (long) before + maxBytes, now);
        if (out.length() == before && finishing && !onlyRepeatable && items.areDrained()) {
            ended = true;
            return Filled.END;
        }
        if (out.length() == before && !onlyRepeatable) {
            controls.appendKeepAlive(out, now);
        }
        if (out.length() == before) {
            return Filled.NOTHING;
        }
        controls.sent(now);
        return Filled.FRAMES;
    }

    private boolean pauses(long now) {
        rests = link.standBy().isDue(now);
        return rests || session.additions().pause();
    }

    @Override
    public void onlyRepeatable(boolean only) {
        onlyRepeatable = only;
    }

    @Override
    public void onReady(Runnable wake) {
        ready = wake;
    }

    /** There may be something to send. Any thread. */
    void wake() {
        wakeAlarms();
        ready.run();
    }

    private void wakeAlarms() {
        AlarmFrames other = alarms;
        if (other != null) {
            other.wake();
        }
    }

    @Override
    public long nanosUntilPoll() {
        if (onlyRepeatable) {
            return keepAliveNanos();
        }
        long now = setup.clock().epochNanos();
        long due = Math.min(controls.dueNanos() - now, window.nanosUntilPace());
        long asked = Math.min(items.nanosUntilAsked(), link.meter().nanosUntilProbe(now));
        return Math.max(0, Math.min(due, asked));
    }

    @Override
    public long bytesInFlight() {
        return setup.sendWindow().isZero() ? 0 : link.meter().bytesInFlight(setup.sendWindow());
    }

    @Override
    public Filled fill(FrameBuffer out, int maxPackets, int maxBytes, Duration patience)
            throws IOException, InterruptedException {
        long until = setup.clock().epochNanos() + patience.toNanos();
        Filled filled = poll(out, maxPackets, maxBytes);
        long left = patience.toNanos();
        while (filled == Filled.NOTHING && left > 0) {
            link.work().await(setup.clock(), Math.min(nanosUntilPoll(), left));
            filled = poll(out, maxPackets, maxBytes);
            left = until - setup.clock().epochNanos();
        }
        return filled;
    }

    @Override
    public void checkUnbroken() throws IOException {
        Exception reason = broken;
        if (reason != null) {
            throw new IOException("broken off: " + reason.getMessage(), reason);
        }
        if (link.meter().isGivenUp()) {
            throw new IOException("the path is silent, and another one is good");
        }
    }

    @Override
    public void bodyAnswered() throws IOException {
        controls.answered();
        int outstanding = spool.outstanding(link.number());
        if (outstanding > 0) {
            throw new IOException("the host answered a data request without acknowledging "
                    + Counted.of(outstanding, "packet") + " of it");
        }
    }

    @Override
    public void bodyRefused() {
        bodyRefused = true;
    }

    @Override
    public HostFrames hostFrames() {
        return new HostFrameReader(setup, link, this);
    }

    @Override
    public void breakOff(Exception reason) {
        synchronized (this) {
            if (broken == null) {
                broken = reason;
            }
        }
        link.work().raise();
    }

    // --- for the bodies of this exchange ---

    @Override
    public boolean isFinishing() {
        return session.finishing();
    }

    @Override
    public long now() {
        return setup.clock().epochNanos();
    }

    @Override
    public int reorderWindow() {
        return agreed.reorderWindow();
    }

    @Override
    public boolean retiring() {
        return agreed.retiring();
    }

    /** Whether a time request may be sent now. */
    @Override
    public boolean mayAskForTime() {
        return !onlyRepeatable;
    }

    Chosen broker() {
        return broker;
    }

    boolean isBroken() {
        return broken != null;
    }

    /** The reason for the break: the one given to {@link #breakOff} if there is one, otherwise the given one. */
    Exception reason(IOException seen) {
        Exception known = broken;
        return known == null ? seen : known;
    }

    /**
     * The connection ends for this reason. If the host has forgotten the session, and has refused the first request here, it will store nothing of it.
     * So its items may count as never sent, when the host has registered the session again and does not have them.
     */
    void refused(BanipException reason) {
        if (reason.code() == ErrorCode.UNKNOWN_INTERCONNECT
                && bodyRefused
                && !link.contact().connected()) {
            breakOff(reason); // from here on the uplink takes nothing more
            spool.refused(link.number(), alarms == null ? SpoolLog.ALL : OTHERS);
        }
    }

    @Override
    public boolean paused() {
        return paused;
    }

    /** Whether everything was sent and nothing will follow, or it has paused. */
    boolean ended() {
        return ended;
    }

    /** Whether it has paused because the path is a backup and not needed any more. */
    boolean rests() {
        return rests;
    }

    /** Command results that may not have reached the host. */
    List<Control.CommandResult> unanswered() {
        return controls.unanswered();
    }

    @Override
    public Duration keepAlive() {
        return agreed.keepAlive();
    }
}
