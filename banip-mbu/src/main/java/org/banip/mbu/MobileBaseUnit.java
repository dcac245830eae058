package org.banip.mbu;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.send.RunningSendPath;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spi.UplinkContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mobile base unit: reads a BAN's sensors, or takes what an app brings, and delivers every sensor set to the BAN's surrogate, over
 * whatever the network does, exactly once and in order.
 *
 * <p>Everything not yet stored by the surrogate host is kept in memory, bounded, and lost with the process. Any thread.
 */
public final class MobileBaseUnit implements AutoCloseable {
    /** The transcoding chain where none is given: short packets, so that live is live, coded by what suits each group. */
    public static final String DEFAULT_CHAIN = "packetizer(hold=200ms)|auto";

    /** The same for groups of which ten sampling periods exceed a minute: with a key packet each minute coders learn nothing there. */
    public static final String DEFAULT_SLOW_CHAIN = "packetizer(hold=200ms)|auto(key=60min)";

    /** A speed at which sensors that the MBU reads are read as fast as the host stores. */
    public static final double UNPACED = SamplingSchedule.UNPACED;

    private static final Logger LOG = LoggerFactory.getLogger(MobileBaseUnit.class);

    private final BanDescription ban;
    private final RunningSendPath sending;
    private final StatusReport report;
    private final String who;
    private final Duration closeTimeout;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * An MBU that has begun to sample and to register.
     *
     * @param who names BAN, user and broker in messages
     */
    MobileBaseUnit(
            BanDescription ban,
            RunningSendPath sending,
            UplinkContext.Traffic traffic,
            String who,
            Duration closeTimeout) {
        this.ban = ban;
        this.sending = sending;
        report = new StatusReport(ban.groups(), sending, traffic);
        this.who = who;
        this.closeTimeout = closeTimeout;
        sending.start();
    }

    /** Begins to describe an MBU. */
    public static MobileBaseUnitBuilder builder() {
        return new MobileBaseUnitBuilder();
    }

    /** What the BAN measures. */
    public BanDescription ban() {
        return ban;
    }

    /**
     * Where the app hands over a group's sensor sets.
     *
     * @throws IllegalArgumentException if the group is none of the BAN's, or read from a sensor
     */
    public SensorInput input(String groupName) {
        for (int g = 0; g < ban.groups().size(); g++) {
            if (ban.groups().get(g).name().equals(groupName)) {
                return sending.input(g)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "group '" + groupName + "' is read from a sensor, not brought by the app"));
            }
        }
        throw new IllegalArgumentException("BAN " + ban.id() + " has no group '" + groupName + "'");
    }

    /**
     * Waits until the surrogate host has answered a registration.
     *
     * @return false if it did not in time
     * @throws BanipException if the MBU has given up
     */
    public boolean awaitRegistered(Duration timeout) throws InterruptedException {
        sending.progress().await(() -> isOver() || sending.interconnect().everRegistered(), timeout);
        throwFailure();
        return sending.interconnect().everRegistered();
    }

    /** Waits for the first registration; closes itself and says why if there is none. */
    void awaitFirstRegistration(Duration timeout) {
        boolean registered = false;
        try {
            registered = awaitRegistered(timeout);
            if (!registered) {
                String problem = sending.interconnect().problem().orElse("the host does not answer");
                throw new BanipException(
                        ErrorCode.HOST_UNAVAILABLE, who + ": not registered within " + timeout + ": " + problem);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BanipException(ErrorCode.INTERNAL, who + ": interrupted while it waited to be registered", e);
        } finally {
            if (!registered) {
                abandon();
            }
        }
    }

    /**
     * Waits until all sensors have ended, and everything they and the app delivered is stored by the surrogate host, or declared to it as
     * a gap. A sensor without end makes this wait until the time is over.
     *
     * @throws BanipException if that was not so in time, or the MBU was closed or has given up: not everything is stored. Or, once all
     *     the rest is delivered, if a sensor failed
     */
    public void awaitDelivered(Duration timeout) throws InterruptedException {
        if (!isDeliveredWithin(timeout)) {
            String problem = closed
                    ? "the MBU is closed"
                    : sending.interconnect().problem().orElse("the host has not stored everything yet");
            throw new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    who + ": not delivered within " + timeout + ", "
                            + Counted.of(sending.spool().packets(), "packet") + " not stored: " + problem);
        }
    }

    /**
     * Whether everything is delivered, as {@link #awaitDelivered}, at the latest after a time: for an app that shows how far it is.
     *
     * @return false if it was not in time, or the MBU was closed
     * @throws BanipException if the MBU has given up; or, once all the rest is delivered, if a sensor failed
     */
    public boolean isDeliveredWithin(Duration timeout) throws InterruptedException {
        sending.flush();
        boolean delivered =
                sending.progress().await(() -> isOver() || sending.delivered(), timeout) && sending.delivered();
        throwFailure();
        if (delivered && sending.sensorFailure().isPresent()) {
            throw sending.sensorFailure().get();
        }
        return delivered;
    }

    private boolean isOver() {
        return closed || sending.failure().isPresent();
    }

    private void throwFailure() {
        if (sending.failure().isPresent()) {
            BanipException failure = sending.failure().get();
            throw new BanipException(failure.code(), who + ": " + failure.getMessage(), failure);
        }
    }

    /** Where it stands. */
    public MbuStatus status() {
        return report.now(closed);
    }

    /**
     * Ends in order: reads no more sensors, sends what is there, waits for the acknowledgements as long as the close time-out allows,
     * deregisters, and ends all threads. What is not acknowledged by then is lost. Closing twice does nothing.
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = false;
        try {
            boolean finished = sending.failure().isPresent() || sending.finish(closeTimeout);
            if (!finished) {
                LOG.warn(
                        "{} closed; lost, since not acknowledged: {}",
                        sending.interconnect().label(),
                        Counted.of(sending.spool().packets(), "packet"));
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        end();
    }

    /** Ends at once, without a word to the host. */
    private void abandon() {
        if (closing.compareAndSet(false, true)) {
            end();
        }
    }

    private void end() {
        closed = true;
        boolean interrupted = Thread.interrupted(); // ending takes a moment, and must be done all the same
        try {
            sending.abort();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
