package org.banip.mbu.interconnect;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Gap;
import org.banip.mbu.spool.Spool;
import org.banip.mbu.stage.Signal;
import org.banip.mbu.stage.StageThread;
import org.banip.mbu.status.ClockOffset;
import org.banip.mbu.status.LinkStatus;
import org.banip.mbu.status.MbuEvent;
import org.banip.mbu.uplink.Traffic;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of an interconnect: register, carry, and after each break wait, reconnect and resume, until all is sent or it must be given up.
 * Belongs to the thread {@code banip-send}, but for what is volatile or guarded by itself.
 */
public final class Interconnect implements StageThread.Role {
    private static final Logger LOG = LoggerFactory.getLogger(Interconnect.class);

    // Configuration.
    private final InterconnectSetup setup;
    private final Spool spool;
    private final Commands commands;
    private final Backoff backoff;
    private final Recovery recovery = new Recovery();
    private final ClockFilter clockFilter = new ClockFilter();
    private final LinkCounters counters = new LinkCounters();
    private final Signal wake = new Signal();

    // Session.
    private volatile UUID session;
    private volatile boolean everRegistered;
    private @Nullable RegistrationAnswer agreed;
    /** What had been sent when the host reported a packet it cannot decode; one at a time until that is stored. */
    private volatile long @Nullable [] carefulUntil;

    private volatile boolean finishing;
    private volatile boolean stopped;

    // Connection.
    private volatile @Nullable InterconnectExchange exchange;
    private volatile @Nullable String problem;
    private final AtomicBoolean connected = new AtomicBoolean();
    private volatile boolean everConnected;
    private volatile boolean progressed;
    private boolean hurried;
    private long carriedFromNanos;
    private long referencesFromNanos = Long.MIN_VALUE;

    /** An interconnect that is not registered yet. */
    public Interconnect(InterconnectSetup setup) {
        this.setup = setup;
        spool = setup.spool();
        session = setup.registration().session();
        backoff = new Backoff(setup.reconnect(), setup.random());
        commands = new Commands(setup.commands().orElse(null), setup.work(), setup.threadSuffix());
    }

    @Override
    public void run() throws InterruptedException {
        commands.start();
        boolean inOrder = false;
        while (!stopped && !inOrder && !nothingLeft()) {
            try {
                inOrder = carry();
            } catch (IOException e) {
                broke(e);
            } catch (BanipException e) {
                refused(e);
            } catch (IllegalStateException | RejectedExecutionException e) {
                if (!stopped) {
                    throw e;
                } // the uplink was closed under the thread's feet, as it should
            }
        }
        if (!stopped) {
            deregister();
        }
    }

    private boolean nothingLeft() {
        return finishing && spool.packets() == 0;
    }

    /** Carries until the end, which is in order if everything was sent. */
    private boolean carry() throws IOException, InterruptedException {
        RegistrationAnswer answer = agreed;
        if (answer == null) {
            answer = register();
        }
        spool.rewind();
        InterconnectExchange current = new InterconnectExchange(setup, this, answer, referencesFromNanos);
        exchange = current;
        carriedFromNanos = setup.clock().epochNanos();
        if (!stopped) {
            setup.uplink().carry(current);
        }
        if (!current.ended() && !stopped) {
            throw new IOException("the host ended the data request");
        }
        return true;
    }

    // --- registration ---

    private RegistrationAnswer register() throws IOException {
        String document = setup.uplink().register(setup.registrationOf(session).toJson());
        RegistrationAnswer answer = RegistrationCheck.read(document, session, setup);
        spool.rewind();
        for (int g = 0; g < setup.groupCount(); g++) {
            goOnAt(g, answer.groups().get(g).nextSequence());
        }
        agreed = answer;
        everRegistered = true;
        counters.registrations.incrementAndGet();
        LOG.info("{} registered as {}", session, setup.ban().id());
        setup.events().emit(new MbuEvent.Registered(session));
        setup.progress().changed();
        return answer;
    }

    /** "The answer tells where to go on": ahead, if acknowledgements were lost; behind, if the host lost what it had stored. */
    private void goOnAt(int group, long hostNext) {
        long released = spool.released()[group];
        if (hostNext >= released) {
            acknowledged(group, hostNext);
            return;
        }
        List<Gap> gaps = spool.declareLost(group, hostNext);
        LOG.warn(
                "{} the host has stored group {} up to {} only and had acknowledged up to {}; declaring {} gaps",
                session,
                setup.groupName(group),
                hostNext,
                released,
                gaps.size());
        declared(gaps);
    }

    private void declared(List<Gap> gaps) {
        gaps.forEach(gap -> setup.events().emit(new MbuEvent.GapDeclared(setup.groupName(gap.group()), gap)));
    }

    // --- errors ---

    private void broke(IOException e) throws InterruptedException {
        if (!stopped) {
            InterconnectExchange broken = exchange;
            Exception reason = broken == null ? e : broken.reason(e);
            settle();
            waitForNextTry(String.valueOf(reason.getMessage()));
        }
    }

    private void refused(BanipException e) throws InterruptedException {
        if (stopped) {
            return;
        }
        settle();
        Recovery.Verdict verdict = recovery.judge(e.code());
        LOG.warn("{} {}: {} ({})", session, e.code().token(), e.getMessage(), verdict);
        setup.events().emit(new MbuEvent.Refused(e.code(), String.valueOf(e.getMessage())));
        if (verdict == Recovery.Verdict.FAIL) {
            throw e;
        }
        act(verdict);
        waitForNextTry(e.code().token() + ": " + e.getMessage());
    }

    /** Closes the books of the exchange that broke. */
    private void settle() {
        InterconnectExchange broken = exchange;
        if (broken != null) {
            long now = setup.clock().epochNanos();
            if (connected.get() && now - carriedFromNanos >= broken.keepAlive().toNanos()) {
                progressed = true; // idle, but well
            }
            commands.putBack(broken.unanswered());
            broken.breakOff(new IOException("ended"));
            referencesFromNanos = now + broken.silence().toNanos();
            exchange = null;
        }
        connected.set(false);
        if (progressed) {
            progressed = false;
            recovery.progressed();
            backoff.reset();
        }
    }

    private void act(Recovery.Verdict verdict) {
        switch (verdict) {
            case REGISTER:
                agreed = null;
                if (recovery.hostWaits()) {
                    backoff.reset();
                }
                break;
            case NEW_SESSION:
                agreed = null;
                session = UUID.randomUUID();
                LOG.warn("{} begins instead of the former session", session);
                setup.events().emit(new MbuEvent.SessionBegun(session));
                declared(spool.renumber());
                break;
            case RESUME_CAREFULLY:
                carefulUntil = spool.sent();
                break;
            case GIVE_UP_PACKET:
                giveUpOutstanding();
                break;
            default:
                break;
        }
    }

    private void giveUpOutstanding() {
        List<Integer> groups = spool.outstandingGroups();
        spool.rewind();
        for (int group : groups) {
            List<Gap> gaps = spool.giveUpFirst(group);
            LOG.error(
                    "{} the host cannot decode a packet of group {}; declaring {} gaps from {} on",
                    session,
                    setup.groupName(group),
                    gaps.size(),
                    gaps.isEmpty() ? "nowhere" : gaps.get(0));
            declared(gaps);
        }
        carefulUntil = null;
    }

    private void waitForNextTry(String reason) throws InterruptedException {
        long wait = backoff.nextNanos();
        problem = reason;
        LOG.info("{} disconnected: {}; next try in {} ms", session, reason, wait / 1_000_000);
        setup.events().emit(new MbuEvent.Disconnected(reason, Duration.ofNanos(wait)));
        setup.progress().changed();
        long until = setup.clock().epochNanos() + wait;
        long left = wait;
        while (left > 0 && !stopped && !takeHurry()) {
            wake.await(setup.clock(), left);
            left = until - setup.clock().epochNanos();
        }
    }

    /** Whether the app wants to end, so that another try must not wait; said once. */
    private boolean takeHurry() {
        boolean hurry = finishing && !hurried;
        hurried |= hurry;
        return hurry || nothingLeft();
    }

    // --- what the host says, on the thread that reads it ---

    void heardFromHost() {
        if (!connected.compareAndSet(false, true)) {
            return;
        }
        problem = null;
        if (everConnected) {
            counters.resumes.incrementAndGet();
            setup.events().emit(new MbuEvent.Resumed());
        } else {
            everConnected = true;
            setup.events().emit(new MbuEvent.Connected());
        }
        LOG.info("{} connected", session);
        setup.progress().changed();
    }

    void acknowledged(int group, long next) {
        if (!spool.release(group, next)) {
            return;
        }
        progressed = true;
        long[] careful = carefulUntil;
        if (careful != null) {
            endCareIfStored(careful);
        }
        setup.events().emit(new MbuEvent.Acknowledged(setup.groupName(group), next));
        setup.progress().changed();
        setup.work().raise();
    }

    private void endCareIfStored(long[] careful) {
        long[] released = spool.released();
        for (int g = 0; g < careful.length; g++) {
            if (released[g] < careful[g]) {
                return;
            }
        }
        carefulUntil = null;
        recovery.decodable();
    }

    /** Whether a packet may be sent before the one before it is acknowledged. */
    boolean mayHaveAnotherOutstanding() {
        return carefulUntil == null || spool.outstanding() == 0;
    }

    // --- the end ---

    /** Ends the thread once everything in the spool is acknowledged. Nothing may be put into it any more. */
    public void finish() {
        finishing = true;
        setup.work().raise();
        wake.raise();
    }

    /** Ends the thread now. */
    public void stop() {
        stopped = true;
        InterconnectExchange current = exchange;
        if (current != null) {
            current.breakOff(new IOException("closed"));
        }
        setup.uplink().close();
        wake.raise();
    }

    /** Ends the thread of the app's commands. */
    public void stopCommands(Duration timeout) throws InterruptedException {
        commands.stop(timeout);
    }

    private void deregister() {
        RegistrationAnswer answer = agreed;
        if (answer != null && setup.deregister() && !deregistered(answer) && !deregistered(answer)) {
            LOG.warn("{} could not be deregistered and will expire", session);
        }
    }

    /** Tries to deregister; the first try may meet a connection that the host has closed in the meantime. */
    private boolean deregistered(RegistrationAnswer answer) {
        try {
            setup.uplink().deregister(answer.surrogate());
            LOG.info("{} deregistered", session);
            return true;
        } catch (IOException e) {
            LOG.debug("{} not deregistered", session, e);
            return false;
        } catch (BanipException e) {
            LOG.warn("{} not deregistered: {}", session, e.getMessage());
            return true; // the host has said its word
        }
    }

    // --- for whoever asks ---

    /** Whether the app wants to end. */
    boolean finishing() {
        return finishing;
    }

    /** The session's UUID. */
    public UUID session() {
        return session;
    }

    /** Whether the host ever answered a registration. */
    public boolean everRegistered() {
        return everRegistered;
    }

    /** Whether the host answers. */
    public boolean connected() {
        return connected.get();
    }

    /** What went wrong last, if it is not mended. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** How far the host's clock is ahead, once known. */
    public Optional<ClockOffset> clockOffset() {
        return clockFilter.best();
    }

    /** The connection's counters. */
    public LinkStatus linkStatus(Traffic traffic) {
        return new LinkStatus(
                counters.registrations.get(),
                counters.resumes.get(),
                traffic.connections(),
                traffic.bytesOut(),
                traffic.bytesIn(),
                counters.keepAlives.get(),
                counters.commands.get(),
                setup.events().lost());
    }

    Commands commands() {
        return commands;
    }

    ClockFilter clockFilter() {
        return clockFilter;
    }

    LinkCounters counters() {
        return counters;
    }
}
