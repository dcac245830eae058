package org.banip.mbu.interconnect;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spool.SpoolException;
import org.banip.mbu.stage.StageThread;
import org.banip.mbu.stage.WakeUp;
import org.jspecify.annotations.Nullable;

/**
 * One way to the host: a path with its uplink and the life cycle of its connection. It registers the session if necessary and carries frames. After a break it
 * gives back the items that were under way, waits, reconnects and resumes. It ends when everything is stored or the session has failed. Belongs
 * to the thread {@code banip-send}, except for what is volatile or guarded by itself.
 */
final class Link implements StageThread.Role {
    /** How often a path without its network looks for it although nobody has told of a change. */
    private static final long LOOK_NANOS = 60_000_000_000L;
    /** The same while the MBU ends, which other paths may bring about. */
    private static final long END_NANOS = 100_000_000L;

    // Configuration.
    private final InterconnectSetup setup;
    private final Session session;
    private final Commands commands;
    private final int number;
    private final PathSetup path;
    private final PathNetwork network;
    private final PathEnd end;
    private final PathMeter meter;
    private final Backoff backoff;
    private final LinkErrors errors;
    private final ErrorRecovery recovery;
    private final NextTry nextTry;
    private final HostContact contact;
    private final LinkBroker broker;
    private final WakeUp work = new WakeUp();
    private final WakeUp wake = new WakeUp();
    private volatile boolean stopped;
    private volatile boolean endedInOrder;
    private final LinkStandBy standBy;

    // Connection.
    private volatile @Nullable LinkFrames frames;
    /** Of the last connection. */
    private volatile @Nullable EndReport endReport;

    private long carriedFromNanos;
    private long referencesFromNanos = Long.MIN_VALUE;

    /** The link with this number, which uses the path with the same number. */
    Link(InterconnectSetup setup, Session session, Commands commands, int number) {
        this.setup = setup;
        this.session = session;
        this.commands = commands;
        this.number = number;
        path = setup.paths().get(number);
        network = new PathNetwork(path);
        backoff = new Backoff(setup.reconnect(), setup.random());
        nextTry = new NextTry(setup.clock(), session, network, wake, () -> stopped);
        end = new PathEnd(path.settings().name(), path.forecast());
        meter = new PathMeter(
                number, path.settings(), setup.policy(), setup.registration().acknowledgeWithin(), end);
        broker = new LinkBroker(setup, number);
        errors = new LinkErrors(session.errors());
        contact = new HostContact(setup, session, meter, errors);
        recovery = new ErrorRecovery(setup, session, number, errors, broker, backoff);
        session.finalErrors().add(path.settings().name(), network, errors);
        standBy = new LinkStandBy(setup, number, work, LOOK_NANOS);
        work.onRaise(this::wakeExchange);
        setup.scheduler().add(work);
    }

    /** Wakes the exchange of now: an earlier one may still be ending on a thread of its uplink. */
    private void wakeExchange() {
        LinkFrames current = frames;
        if (current != null) {
            current.wake();
        }
    }

    @Override
    public void run() throws InterruptedException {
        broker.awaitFirst();
        while (!endedInOrder && standBy.awaitNeed(() -> stopped || session.nothingLeft())) {
            try {
                endedInOrder = carry();
            } catch (ForeseenWronglyException e) {
                settle(); // what was sent too early is sent again at once
            } catch (BrokerLeftException e) {
                leftBroker();
            } catch (NetworkGoneException e) {
                left(String.valueOf(e.getMessage()));
            } catch (IOException e) {
                broke(e);
            } catch (SpoolException e) {
                throw e; // another connection does not help
            } catch (BanipException e) {
                refused(e);
            } catch (IllegalStateException | RejectedExecutionException e) {
                closed(e);
            }
        }
    }

    /** The uplink was closed, because the link was stopped or its network has gone. */
    private void closed(RuntimeException e) throws InterruptedException {
        if (network.hasMoved()) {
            leftBroker();
        } else if (network.isGone()) {
            left(network.reason());
        } else if (!stopped) {
            throw e;
        }
    }

    /** Carries frames until the end. The end is in order if everything was sent. */
    private boolean carry() throws IOException, InterruptedException {
        nextTry.begins();
        Uplink uplink = network.ready();
        Chosen at = network.broker();
        broker.begins(at);
        contact.begins(at);
        RegistrationAnswer foreseen =
                uplink.registersWhileCarrying() ? session.registering().foreseen() : null;
        RegistrationAnswer agreed =
                foreseen == null ? session.registering().agreed(uplink, at, number, errors) : foreseen;
        setup.spool().giveBack(number);
        LinkFrames current = new LinkFrames(setup, this, at, agreed, foreseen == null, referencesFromNanos);
        try {
            session.begins(current, agreed);
            frames = current;
            meter.opened(current.window());
            carriedFromNanos = setup.clock().epochNanos();
            if (!stopped) {
                carry(uplink, current);
            }
            if (!current.ended() && !stopped) {
                throw new IOException("the host ended the data request");
            }
            if (current.rests()) {
                rest();
            }
            return !current.paused();
        } finally {
            meter.closed();
            session.connections().closed(current);
        }
    }

    /** A backup is not needed any more, and the host has answered its request. Closes the connection. */
    private void rest() {
        settle(true);
        network.disconnect();
        contact.rests(session.label());
    }

    private void carry(Uplink uplink, LinkFrames current) throws IOException, InterruptedException {
        try {
            uplink.carry(current);
        } catch (BanipException e) {
            boolean early = current.registration().isPresent() && session.isAgreed();
            if (early && e.code() == ErrorCode.UNKNOWN_INTERCONNECT) {
                throw new ForeseenWronglyException(); // registered, but the frames were not taken
            }
            throw e;
        }
    }

    /** The host is silent on a connection that is kept all the same. */
    void silent(String reason) {
        contact.silent(session.label(), reason);
    }

    // --- errors ---

    private void broke(IOException e) throws InterruptedException {
        if (!stopped && network.hasMoved()) {
            leftBroker();
        } else if (!stopped && network.isGone()) {
            left(network.reason());
        } else if (!stopped) {
            LinkFrames broken = frames;
            Exception reason = broken == null ? e : broken.reason(e);
            settle();
            waitForNextTry(session.label(), recovery.broke(reason));
        }
    }

    private void refused(BanipException e) throws InterruptedException {
        if (stopped || network.hasMoved()) {
            leftBroker();
            return;
        }
        LinkFrames current = frames;
        if (current != null) {
            current.refused(e);
        }
        settle();
        Loss loss = recovery.refused(e);
        if (loss.verdict() == ErrorPolicy.Verdict.FAIL) {
            contact.givenUp(loss.reason());
            throw session.finalErrors().told(e);
        }
        String refused = session.label(); // a new session has another label
        recovery.follow(loss.verdict());
        waitForNextTry(refused, loss);
    }

    /** Completes the records of the broken connection. */
    private void settle() {
        settle(false);
    }

    /** @param inOrder whether it has ended in order, so that it was successful */
    private void settle(boolean inOrder) {
        LinkFrames broken = frames;
        long now = setup.clock().epochNanos();
        long keepAliveNanos = Long.MAX_VALUE;
        if (broken != null) {
            keepAliveNanos = broken.keepAlive().toNanos();
            broken.breakOff(new IOException("ended")); // from here on its uplink takes nothing more
            commands.putBack(broken.unanswered());
            referencesFromNanos = now + broken.silence().toNanos();
            frames = null;
        }
        boolean well = contact.ended(now - carriedFromNanos, keepAliveNanos) || inOrder;
        broker.ended(well);
        if (well) {
            recovery.ended();
        } else {
            network.failed();
        }
    }

    private void waitForNextTry(String label, Loss loss) throws InterruptedException {
        setup.spool().giveBack(number); // another link may send them in the meantime
        long wait = backoff.nextNanos();
        nextTry.in(wait);
        contact.lost(label, loss, wait);
        nextTry.await();
    }

    /** Another broker is chosen: connects there at once. */
    private void leftBroker() {
        if (!stopped) {
            settle();
            setup.spool().giveBack(number);
            backoff.reset();
        }
    }

    /** Another broker is chosen. Ends the connection to the former one. */
    void brokerChanged(Chosen to) {
        network.leaveBroker(to);
        LinkFrames current = frames;
        if (current != null && !current.broker().equals(to)) {
            current.breakOff(new BrokerLeftException());
        }
        wake.raise();
    }

    /** The network is not there: the other paths send, and this one waits until it is back. */
    private void left(String reason) throws InterruptedException {
        if (stopped) {
            return;
        }
        settle();
        setup.spool().giveBack(number);
        backoff.reset();
        errors.networkGone();
        contact.networkGone(session.label(), reason);
        while (!stopped && !session.nothingLeft() && !network.next().isPresent()) {
            wake.await(setup.clock(), session.finishing() ? END_NANOS : LOOK_NANOS);
        }
        if (stopped) {
            return;
        }
        network.next().ifPresent(address -> contact.networkBack(session.label(), address));
    }

    /** A network may have come or gone. Ends the connection if its address has gone. */
    void networksChanged() {
        Optional<String> reason = network.look();
        LinkFrames current = frames;
        if (reason.isPresent() && current != null) {
            current.breakOff(new NetworkGoneException(reason.get()));
        }
        wake.raise();
        work.raise();
    }

    // --- the end ---

    /** Makes the next attempt at once, because the app wants to end. */
    void hurry() {
        wake.raise();
    }

    /** Ends the thread at once. */
    void stop() {
        stopped = true;
        LinkFrames current = frames;
        if (current != null) {
            current.breakOff(new IOException("closed"));
        }
        network.close();
        wake.raise();
        work.raise();
    }

    /** Whether everything is stored, and the host has answered the end of the last connection. */
    boolean endedInOrder() {
        return endedInOrder && !stopped;
    }

    // --- for the parts of a link, and for the status ---

    int number() {
        return number;
    }

    PathSetup path() {
        return path;
    }

    PathMeter meter() {
        return meter;
    }

    /** What the host is told of the path's end on a connection that begins; nothing if the path has no name there. */
    EndReport endReport() {
        boolean named = path.context().path().isPresent();
        EndReport before = endReport;
        EndReport begins = new EndReport(
                named ? end : PathEnd.none(path.settings().name()),
                meter,
                before != null && before.hasTold(),
                setup.clock().epochNanos());
        endReport = begins;
        return begins;
    }

    LinkErrors errors() {
        return errors;
    }

    LinkStandBy standBy() {
        return standBy;
    }

    PathNetwork network() {
        return network;
    }

    Session session() {
        return session;
    }

    Commands commands() {
        return commands;
    }

    HostContact contact() {
        return contact;
    }

    /** Raised when there may be something to send. */
    WakeUp work() {
        return work;
    }

    /** How long the path lasts; {@link PathForecast#NO_END} if no end is in sight. */
    long nanosLeft() {
        return end.nanosLeft(setup.clock().epochNanos());
    }

    /** Time until the next attempt, while the link waits for it. */
    Optional<Duration> retryIn() {
        return nextTry.left();
    }
}
