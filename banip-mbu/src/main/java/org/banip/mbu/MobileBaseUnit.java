package org.banip.mbu;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.alerts.finding.FindingEvent;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.send.RunningSendPath;
import org.banip.mbu.spi.EventInput;
import org.banip.mbu.spi.SensorInput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mobile base unit. It reads a BAN's sensors, or takes sensor sets from the app, and delivers each sensor set to the BAN's surrogate exactly
 * once and in order, even if connections break.
 *
 * <p>The MBU keeps all sensor sets that the surrogate host has not stored yet, in bounded memory. They are lost when the process ends, unless the
 * MBU has a spool directory ({@link MobileBaseUnitBuilder#spool(java.nio.file.Path)}). Any thread.
 */
public final class MobileBaseUnit implements AutoCloseable {
    /** The default transcoding chain: short packets for low latency, and a coder that adapts to each group. */
    public static final String DEFAULT_CHAIN = "packetizer(hold=auto)|auto";

    /** What a host that does not know the default chain is asked for. It decodes the same packets: only the encoder looks at {@code hold}. */
    static final String OLDER_DEFAULT_CHAIN = "packetizer(hold=500ms)|auto";

    /**
     * The default chain of groups of which ten sampling periods are longer than a minute. With a key packet each minute, coders could not adapt
     * to them.
     */
    public static final String DEFAULT_SLOW_CHAIN = "packetizer(hold=200ms)|auto(key=60min)";

    /** The default chain of groups of events. */
    public static final String DEFAULT_EVENT_CHAIN = "packetizer(hold=0)|events";

    /** The speed at which the MBU reads its sensors as fast as the host stores. */
    public static final double UNPACED = SamplingSchedule.UNPACED;

    /** What a link may have under way beyond its path's own round trip: what the path delivers in 300 ms. */
    public static final Duration DEFAULT_SEND_WINDOW = LinkTimes.DEFAULT_SEND_WINDOW;

    private static final Duration LONGEST_CLOSE = Duration.ofDays(1);
    private static final Logger LOG = LoggerFactory.getLogger(MobileBaseUnit.class);

    private final RunningSendPath sending;
    private final StatusReport report;
    private final String who;
    private final Duration closeTimeout;
    private final GroupAdder adder;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * An MBU that already samples and registers.
     *
     * @param who BAN, user and broker, for messages
     */
    MobileBaseUnit(RunningSendPath sending, String who, Duration closeTimeout, GroupAdder adder) {
        this.sending = sending;
        this.adder = adder;
        report = new StatusReport(sending);
        this.who = who;
        this.closeTimeout = closeTimeout;
        sending.start();
    }

    /** Starts the configuration of an MBU. */
    public static MobileBaseUnitBuilder builder() {
        return new MobileBaseUnitBuilder();
    }

    /** The description of the BAN, with the groups that were added. */
    public BanDescription ban() {
        return sending.registration().ban();
    }

    /**
     * Begins to add a group to the session while the MBU runs: a sensor that nobody knew of when the MBU started. This call alone adds nothing. What
     * adds the group is {@link GroupAddition#input}, {@link GroupAddition#sensor} or {@link GroupAddition#events}, for example
     * {@code mbu.addGroup(group).input()}. When that returns, the group is there, also without a link: what comes of it waits in the spool until
     * the host has registered it. Its number is the next one, and all other groups go on. A host of an older version gets a new session with all
     * groups.
     *
     * @param group with another name than all groups of the BAN, neither thinned nor late
     * @throws IllegalArgumentException if the name is in use
     */
    public GroupAddition addGroup(SensorGroup group) {
        adder.requireFree(ban(), group.name());
        return new GroupAddition(group, this::add);
    }

    private GroupAddition.Added add(GroupAddition addition) {
        throwFailure();
        if (closing.get()) {
            throw new IllegalStateException(who + ": the MBU is closed");
        }
        return adder.add(addition, sending);
    }

    /**
     * The input of a group whose sensor sets come from the app.
     *
     * @throws IllegalArgumentException if the BAN has no such group, if the MBU reads the group from a sensor, or if it has events
     */
    public SensorInput input(String groupName) {
        return sending.input(group(groupName))
                .orElseThrow(() -> new IllegalArgumentException("group '" + groupName
                        + "' is read from a sensor, made by the MBU, or has events; it is not sampled by the app"));
    }

    /**
     * The input of a group of events ({@link MobileBaseUnitBuilder#events}).
     *
     * @throws IllegalArgumentException if the BAN has no such group, or if the group is sampled
     */
    public EventInput events(String groupName) {
        return sending.events(group(groupName))
                .orElseThrow(
                        () -> new IllegalArgumentException("group '" + groupName + "' is sampled, not one of events"));
    }

    /**
     * Retires a group: its sensors were put away, for example because they stay at home while the wearer leaves. The host is told after everything that
     * was offered before; a host of an older version hears that the sensor is silent. Until {@link #resumeGroup}, a sensor that the MBU reads is not
     * read, and offers of the app are refused ({@link org.banip.mbu.spi.OfferOutcome#RETIRED}). Nothing counts as missing meanwhile. Does nothing if the
     * group is retired, or if its sensor has ended.
     *
     * @throws IllegalArgumentException if the BAN has no such group, if the MBU makes it of another one, with which it comes and goes, or if it has what
     *     the MBU's detectors find
     */
    public void retireGroup(String groupName) {
        int group = group(groupName);
        requirePresence(group, sending.retire(group));
    }

    /**
     * The sensors of a retired group are back: it goes on in the same session, with the next number. A sensor that the MBU reads goes on with the unit
     * that is due then, and sensor sets that the app offers begin a new sampling grid. Does nothing if the group is not retired. After a restart with a
     * spool directory no group is retired, and one that was is back with its first sensor set.
     *
     * @throws IllegalArgumentException as {@link #retireGroup} says
     */
    public void resumeGroup(String groupName) {
        int group = group(groupName);
        requirePresence(group, sending.resume(group));
    }

    private void requirePresence(int group, boolean has) {
        if (!has) {
            SensorGroup made = ban().groups().get(group);
            throw new IllegalArgumentException("group '" + made.name() + "' "
                    + (FindingEvent.isGroup(made)
                            ? "has what the MBU's detectors find, and is there as long as the MBU; retire the groups that they watch"
                            : "is made by the MBU of another group; retire and resume that one"));
        }
    }

    private int group(String name) {
        BanDescription ban = ban();
        for (int g = 0; g < ban.groups().size(); g++) {
            if (ban.groups().get(g).name().equals(name)) {
                return g;
            }
        }
        throw new IllegalArgumentException("BAN " + ban.id() + " has no group '" + name + "'");
    }

    /**
     * Waits until the surrogate host has answered a registration.
     *
     * @return false if it did not answer in time
     * @throws BanipException if the MBU has failed
     */
    public boolean awaitRegistered(Duration timeout) throws InterruptedException {
        sending.progress().await(() -> isOver() || sending.interconnect().everRegistered(), timeout);
        throwFailure();
        return sending.interconnect().everRegistered();
    }

    /** Waits for the first registration. If there is none, closes this MBU and throws the reason. */
    void awaitFirstRegistration(Duration timeout) {
        boolean registered = false;
        try {
            registered = awaitRegistered(timeout);
            if (!registered) {
                String problem = sending.interconnect().problem().orElse("the host does not answer");
                throw new BanipException(
                        ErrorCode.HOST_UNAVAILABLE,
                        who + ": not registered within " + Counted.seconds(timeout) + ": " + problem);
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
     * Waits until all sensors have ended and the surrogate host has stored all their sensor sets and those of the app, or gaps in their place. If
     * a sensor never ends, this method waits until the time-out.
     *
     * @throws BanipException if not everything is stored: the time is over, the MBU was closed, or it has failed; or if everything else is
     *     delivered but a sensor failed or sensor sets were refused ({@link org.banip.mbu.spi.OfferOutcome#OUT_OF_ORDER}), at any time before
     */
    public void awaitDelivered(Duration timeout) throws InterruptedException {
        if (!isDeliveredWithin(timeout)) {
            String problem = closed
                    ? "the MBU is closed"
                    : sending.interconnect().problem().orElse("the host has not stored everything yet");
            throw new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    who + ": not delivered within " + Counted.seconds(timeout) + ", "
                            + Counted.of(sending.spool().packets(), "packet") + " not stored: " + problem);
        }
        for (GroupStatus group : status().groups()) {
            if (group.unitsOutOfOrder() > 0) {
                throw new BanipException(
                        ErrorCode.INVALID_SAMPLE,
                        who + ": everything is stored but " + Counted.of(group.unitsOutOfOrder(), "sensor set")
                                + " of group " + group.name() + ", refused as out of order");
            }
        }
    }

    /**
     * Like {@link #awaitDelivered}, but returns the result: for an app that shows progress. Ignores refused sensor sets.
     *
     * @return whether everything is delivered; false if the time is over or the MBU was closed
     * @throws BanipException if the MBU has failed; or if everything else is delivered but a sensor failed
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

    /** The current status. */
    public MbuStatus status() {
        return report.now(closed);
    }

    /**
     * Ends in order: stops reading sensors, sends all sensor sets, waits for the acknowledgements up to the close time-out, deregisters, and ends
     * all threads. Packets that are not acknowledged by then are lost, or wait in the spool directory for the next start. A second call does nothing.
     */
    @Override
    public void close() {
        close(closeTimeout);
    }

    /**
     * Ends as {@link #close()} does, but waits for acknowledgements up to this time, at most a day: for an app that has waited before. With {@link
     * Duration#ZERO} it does not wait for them, and need not deregister.
     */
    public void close(Duration longest) {
        Duration most = longest.compareTo(LONGEST_CLOSE) < 0 ? longest : LONGEST_CLOSE;
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        try {
            finish(most);
        } finally {
            end();
        }
    }

    private void finish(Duration longest) {
        try {
            boolean finished = sending.failure().isPresent() || sending.finish(longest);
            if (!finished) {
                LOG.warn(
                        sending.spool().journal().isDurable()
                                ? "{} closed; kept for the next start, since not acknowledged: {}"
                                : "{} closed; lost, since not acknowledged: {}",
                        sending.interconnect().label(),
                        Counted.of(sending.spool().packets(), "packet"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends at once, without deregistering. */
    private void abandon() {
        if (closing.compareAndSet(false, true)) {
            end();
        }
    }

    private void end() {
        closed = true;
        boolean interrupted = Thread.interrupted(); // the end takes some time, and must not be cut short
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
