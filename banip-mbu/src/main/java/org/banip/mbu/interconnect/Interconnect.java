package org.banip.mbu.interconnect;

import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.mbu.spool.Spool;
import org.banip.mbu.stage.Signal;
import org.banip.mbu.stage.StageThread;
import org.banip.mbu.status.ClockOffset;
import org.banip.mbu.status.LinkStatus;
import org.banip.mbu.status.MbuEvent;
import org.banip.mbu.uplink.Traffic;
import org.jspecify.annotations.Nullable;

/**
 * The life of an interconnect: register, carry, and after each break wait, reconnect and resume, until all is sent or it must be given up.
 * Belongs to the thread {@code banip-send}, but for what is volatile or guarded by itself.
 */
public final class Interconnect implements StageThread.Role {
    private static final long NOT_WAITING = Long.MIN_VALUE;

    // Configuration.
    private final InterconnectSetup setup;
    private final Spool spool;
    private final Commands commands;
    private final Backoff backoff;
    private final Recovery recovery = new Recovery();
    private final HostContact contact;
    private final Signal wake = new Signal();

    // Session.
    private final Session session;
    private volatile boolean finishing;
    private volatile boolean stopped;

    // Connection.
    private volatile @Nullable InterconnectExchange exchange;
    private boolean hurried;
    private volatile long nextTryNanos = NOT_WAITING;
    private long carriedFromNanos;
    private long referencesFromNanos = Long.MIN_VALUE;

    /** An interconnect that is not registered yet. */
    public Interconnect(InterconnectSetup setup) {
        this.setup = setup;
        spool = setup.spool();
        backoff = new Backoff(setup.reconnect(), setup.random());
        contact = new HostContact(setup, recovery);
        session = new Session(setup, contact);
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
            session.deregister();
        }
    }

    private boolean nothingLeft() {
        return finishing && spool.packets() == 0;
    }

    /** Carries until the end, which is in order if everything was sent. */
    private boolean carry() throws IOException, InterruptedException {
        RegistrationAnswer agreed = session.agreed();
        spool.rewind();
        InterconnectExchange current = new InterconnectExchange(setup, this, agreed, referencesFromNanos);
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

    // --- errors ---

    private void broke(IOException e) throws InterruptedException {
        if (!stopped) {
            InterconnectExchange broken = exchange;
            Exception reason = broken == null ? e : broken.reason(e);
            settle();
            waitForNextTry(label(), new Loss(words(reason), Optional.empty(), Recovery.Verdict.RESUME));
        }
    }

    private void refused(BanipException e) throws InterruptedException {
        if (stopped) {
            return;
        }
        settle();
        Loss loss = new Loss(words(e), Optional.of(e.code()), recovery.judge(e.code()));
        setup.events().emit(new MbuEvent.Refused(e.code(), String.valueOf(e.getMessage())));
        if (loss.verdict() == Recovery.Verdict.FAIL) {
            contact.givenUp(loss.reason());
            throw e;
        }
        String refused = label(); // a session that begins instead has another
        act(loss.verdict());
        waitForNextTry(refused, loss);
    }

    /** Some exceptions have no message, and that of an unknown name is the name alone. */
    private static String words(Exception e) {
        String message = e.getMessage();
        if (message == null) {
            return "the connection broke";
        }
        return e instanceof UnknownHostException ? "unknown name " + message : message;
    }

    /** Closes the books of the exchange that broke. */
    private void settle() {
        InterconnectExchange broken = exchange;
        long now = setup.clock().epochNanos();
        long keepAliveNanos = Long.MAX_VALUE;
        if (broken != null) {
            keepAliveNanos = broken.keepAlive().toNanos();
            commands.putBack(broken.unanswered());
            broken.breakOff(new IOException("ended"));
            referencesFromNanos = now + broken.silence().toNanos();
            exchange = null;
        }
        if (contact.ended(now - carriedFromNanos, keepAliveNanos)) {
            recovery.progressed();
            backoff.reset();
        }
    }

    private void act(Recovery.Verdict verdict) {
        switch (verdict) {
            case REGISTER:
                session.forgotten();
                if (recovery.hostWaits()) {
                    backoff.reset();
                }
                break;
            case NEW_SESSION:
                session.beginAnother();
                break;
            case RESUME_CAREFULLY:
                contact.beginCare();
                break;
            case GIVE_UP_PACKET:
                session.giveUpOutstanding();
                contact.endCare();
                break;
            default:
                break;
        }
    }

    private void waitForNextTry(String label, Loss loss) throws InterruptedException {
        long wait = backoff.nextNanos();
        long until = setup.clock().epochNanos() + wait;
        nextTryNanos = until;
        contact.lost(label, loss, wait);
        setup.events().emit(new MbuEvent.Disconnected(loss.reason(), Duration.ofNanos(wait)));
        setup.progress().changed();
        long left = wait;
        while (left > 0 && !stopped && !takeHurry()) {
            wake.await(setup.clock(), left);
            left = until - setup.clock().epochNanos();
        }
        nextTryNanos = NOT_WAITING;
    }

    /** Whether the app wants to end, so that another try must not wait; said once. */
    private boolean takeHurry() {
        boolean hurry = finishing && !hurried;
        hurried |= hurry;
        return hurry || nothingLeft();
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

    // --- for whoever asks ---

    /** Whether the app wants to end. */
    boolean finishing() {
        return finishing;
    }

    /** The session's UUID. */
    public UUID session() {
        return session.id();
    }

    /** What a log line begins with. */
    public String label() {
        return session.label();
    }

    /** Whether the host ever answered a registration. */
    public boolean everRegistered() {
        return session.everRegistered();
    }

    /** Whether the host answers. */
    public boolean connected() {
        return contact.connected();
    }

    /** What went wrong last, if it is not mended. */
    public Optional<String> problem() {
        return contact.problem();
    }

    /** How long until it tries again, while it waits for that. */
    public Optional<Duration> retryIn() {
        long next = nextTryNanos;
        long left = next - setup.clock().epochNanos();
        return next == NOT_WAITING || stopped ? Optional.empty() : Optional.of(Duration.ofNanos(Math.max(0, left)));
    }

    /** How far the host's clock is ahead, once known. */
    public Optional<ClockOffset> clockOffset() {
        return contact.clockFilter().best();
    }

    /** The connection's counters. */
    public LinkStatus linkStatus(Traffic traffic) {
        LinkCounters counters = contact.counters();
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

    HostContact contact() {
        return contact;
    }
}
