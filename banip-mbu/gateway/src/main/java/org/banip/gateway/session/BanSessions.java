package org.banip.gateway.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.text.Counted;
import org.banip.core.text.Quoted;
import org.banip.gateway.settings.Acknowledge;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** The BANs of a gateway. Any thread may offer messages; one thread of its own starts and ends MBUs. */
public final class BanSessions {
    private static final Logger LOG = ServerLog.of(BanSessions.class);
    private static final Duration CLOSING = Duration.ofSeconds(15);

    private record Known(DescribedBan described, BanSession session) {}

    private final Supplier<MobileBaseUnitBuilder> builders;
    private final Acknowledge acknowledge;
    private final int most;
    private final Map<String, Known> bans = new ConcurrentHashMap<>();
    private final Map<String, Long> lost = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "banip-gateway-sessions");
        made.setDaemon(true);
        return made;
    });

    /**
     * No BANs yet.
     *
     * @param builders makes an MBU's configuration without BAN and groups: broker, credentials, paths
     * @param most BANs
     * @param restartAfter how often MBUs that have given up are started again
     */
    public BanSessions(
            Supplier<MobileBaseUnitBuilder> builders, Acknowledge acknowledge, int most, Duration restartAfter) {
        this.builders = builders;
        this.acknowledge = acknowledge;
        this.most = most;
        long millis = restartAfter.toMillis();
        var unused = thread.scheduleWithFixedDelay(this::startFailedAgain, millis, millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Starts the MBU of a BAN. Empty if it runs now; otherwise why not.
     *
     * @return completes on the thread of the sessions; exceptionally with an internal error
     */
    public CompletionStage<Optional<Taking.Refused>> describe(DescribedBan described) {
        try {
            return CompletableFuture.supplyAsync(() -> start(described), thread);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(
                    Optional.of(ended(described.ban().id())));
        }
    }

    private Optional<Taking.Refused> start(DescribedBan described) {
        String id = described.ban().id();
        Known known = bans.get(id);
        if (known != null) {
            return known.described.equals(described)
                    ? Optional.empty()
                    : refused(Taking.Reason.CONFLICT, "BAN " + id + " has another description");
        }
        if (bans.size() >= most) {
            return refused(Taking.Reason.TOO_MANY, "there are " + most + " BANs already");
        }
        try {
            bans.put(id, new Known(described, new BanSession(described, builders, acknowledge, this::after)));
            LOG.info(
                    "- BAN {}: its MBU has started, {} groups",
                    id,
                    described.ban().groups().size());
            described.ban().groups().forEach(group -> warnOfUnits(id, group));
            return Optional.empty();
        } catch (BanipException | IllegalArgumentException e) {
            return refused(Taking.Reason.DESCRIPTION, "BAN " + id + " cannot be sent: " + e.getMessage());
        }
    }

    /** UCUM has no code with white space. */
    private static void warnOfUnits(String ban, SensorGroup group) {
        for (Channel channel : group.channels()) {
            if (channel.unit().chars().anyMatch(Character::isWhitespace)) {
                LOG.warn(
                        "- BAN {}, {}: unit {} of channel {} is no UCUM code, which has no blanks",
                        ban,
                        group.name(),
                        Quoted.of(channel.unit()),
                        Quoted.of(channel.label()));
            }
        }
    }

    private static Optional<Taking.Refused> refused(Taking.Reason reason, String message) {
        return Optional.of(new Taking.Refused(reason, message));
    }

    private static Taking.Refused ended(String ban) {
        return new Taking.Refused(Taking.Reason.ENDED, "the gateway does not send BAN " + ban + " now");
    }

    /** Takes a message of a device. */
    public Taking take(String ban, String group, DeviceMessage message) {
        Known known = bans.get(ban);
        return known == null
                ? new Taking.Refused(Taking.Reason.UNKNOWN, "the gateway has no such BAN")
                : known.session.take(group, message);
    }

    /** Runs a short task later, on the thread of the sessions. When the sessions end, all MBUs send what they have, and nothing runs any more. */
    void after(long nanos, Runnable task) {
        try {
            var unused = thread.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("- a task is left out, because the gateway ends");
        }
    }

    private void startFailedAgain() {
        bans.forEach((id, known) -> {
            if (known.session.hasFailed()) {
                try {
                    close(id, known.session);
                    bans.put(
                            id,
                            new Known(
                                    known.described,
                                    new BanSession(known.described, builders, acknowledge, this::after)));
                    LOG.info("- BAN {}: its MBU has started again", id);
                } catch (RuntimeException e) { // must not end the timer
                    LOG.error("- BAN {}: its MBU does not start again", id, e);
                }
            }
        });
    }

    /** The MBU has given up, and was closed. */
    private void gaveUp(String ban, BanSession session) {
        long units = session.unstored();
        lost.merge(ban, units, Long::sum);
        LOG.warn(
                "- BAN {}: its MBU has given up: {}; {} {}",
                ban,
                session.status().failure().map(Throwable::getMessage).orElse("reason unknown"),
                Counted.of(units, "sensor set"),
                acknowledge == Acknowledge.SPOOL
                        ? "that were acknowledged to devices are lost"
                        : "that it had taken are not stored, and were not acknowledged to devices");
    }

    /**
     * Sensor sets that MBUs had taken, and that the host had not stored when these gave up; by BAN. BANs whose MBUs have not given up are not there.
     */
    public Map<String, Long> lost() {
        return new TreeMap<>(lost);
    }

    /** The state of each MBU, by BAN. */
    public Map<String, MbuStatus> status() {
        Map<String, MbuStatus> all = new TreeMap<>();
        bans.forEach((id, known) -> all.put(id, known.session.status()));
        return all;
    }

    /** Ends all MBUs side by side; waits up to 10 s until everything is stored. A second call ends what an interrupted one has left. */
    public void end() throws InterruptedException {
        thread.shutdownNow();
        List<Thread> closing = new ArrayList<>();
        boolean idle = thread.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
        if (!idle) {
            LOG.warn("- an MBU still starts {} after the gateway was told to end", CLOSING);
        }
        bans.forEach((id, known) -> {
            Thread one = new Thread(() -> close(id, known.session), "banip-gateway-close");
            one.start();
            closing.add(one);
        });
        for (Thread one : closing) {
            one.join();
        }
    }

    /** An MBU that does not start again is closed more than once. One may also give up while it ends. */
    private void close(String ban, BanSession session) {
        session.close();
        if (session.isLossToCount()) {
            gaveUp(ban, session);
        }
    }
}
