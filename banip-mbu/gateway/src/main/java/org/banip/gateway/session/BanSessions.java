package org.banip.gateway.session;

import java.nio.file.Path;
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
import java.util.function.Function;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.core.text.Quoted;
import org.banip.gateway.spool.GatewayDirectory;
import org.banip.mbu.MbuStatus;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The BANs of a gateway. Any thread may offer messages; one thread of its own starts and ends MBUs. */
public final class BanSessions {
    private static final Logger LOG = ServerLog.of(BanSessions.class);
    private static final Duration CLOSING = Duration.ofSeconds(15);
    private static final int LONGEST_ID = 64;

    /**
     * A BAN.
     *
     * @param session the run of its MBU; null if what an earlier start has left cannot be used yet
     */
    private record Known(DescribedBan described, @Nullable BanSession session) {}

    private final SessionSetup setup;
    private final Optional<GatewayDirectory> directory;
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
     * @param most BANs
     * @param restartAfter how often MBUs that have given up are started again
     * @throws IllegalArgumentException if the spool's directory cannot be used, or another gateway uses it
     */
    public BanSessions(SessionSetup setup, int most, Duration restartAfter) {
        this.setup = setup;
        this.most = most;
        directory = setup.spool().map(GatewayDirectory::open);
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
            if (!known.described.equals(described)) {
                return refused(
                        Taking.Reason.CONFLICT,
                        "BAN " + id + " has another description here: " + known.described.differenceTo(described));
            }
            return known.session == null ? Optional.of(ended(id)) : Optional.empty();
        }
        if (bans.size() >= most) {
            return refused(Taking.Reason.TOO_MANY, "there are " + most + " BANs already");
        }
        try {
            begin(described);
            return Optional.empty();
        } catch (BanipException | IllegalArgumentException e) {
            return refused(
                    isOfStorage(e) ? Taking.Reason.ENDED : Taking.Reason.DESCRIPTION,
                    "BAN " + id + " cannot be sent: " + e.getMessage());
        }
    }

    private static boolean isOfStorage(RuntimeException e) {
        return e instanceof BanipException known
                && (known.code() == ErrorCode.STORAGE_UNAVAILABLE || known.code() == ErrorCode.SPOOL_FULL);
    }

    private void begin(DescribedBan described) {
        String id = described.ban().id();
        BanSession session = new BanSession(described, setup, directory, this::after);
        bans.put(id, new Known(described, session));
        LOG.info(
                "- BAN {}: its MBU has started, {} groups{}",
                id,
                described.ban().groups().size(),
                waiting(session));
        described.ban().groups().forEach(group -> warnOfUnits(id, group));
    }

    private static String waiting(BanSession session) {
        long kept = session.kept();
        return kept == 0
                ? ""
                : "; goes on with session " + session.status().session() + ", which has "
                        + Counted.of(kept, "sensor set") + " of an earlier start";
    }

    /**
     * Starts the MBUs of all BANs that the directory has, if there is one, but for those that were described since. If what a BAN has there cannot be
     * used, the log says so, and it is tried again with the MBUs that have given up.
     *
     * @return completes on the thread of the sessions; exceptionally if there are too many BANs, or the directory cannot be read
     */
    public CompletionStage<Void> goOn() {
        return CompletableFuture.runAsync(
                () -> directory.ifPresent(all -> all.descriptions()
                        .forEach((place, lines) -> goOn(all.path().resolve(place), lines))),
                thread);
    }

    private void goOn(Path place, List<String> lines) {
        DescribedBan described;
        try {
            described = DescribedBan.ofLines(lines);
        } catch (BanipException e) {
            LOG.error("- spool: {} is left as it is, its description is damaged: {}", place, e.getMessage());
            return;
        }
        String id = described.ban().id();
        if (bans.containsKey(id)) {
            return;
        }
        if (bans.size() >= most) {
            throw new IllegalArgumentException(
                    "spool: the BANs described and those in " + place.getParent() + " are more than " + most);
        }
        try {
            begin(described);
        } catch (BanipException | IllegalArgumentException e) {
            LOG.error("- BAN {}: it is not sent until {} can be used: {}", id, place, e.getMessage());
            bans.put(id, new Known(described, null));
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
        if (known == null) {
            return new Taking.Refused(
                    Taking.Reason.UNKNOWN,
                    "the gateway has no BAN " + Quoted.line(ban, LONGEST_ID) + "; describe it first (docs/gateway.md)");
        }
        BanSession session = known.session;
        return session == null ? ended(ban) : session.take(group, message);
    }

    /** The run of a BAN's MBU; empty if there is none. */
    Optional<BanSession> running(String ban) {
        Known known = bans.get(ban);
        return Optional.ofNullable(known == null ? null : known.session);
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
            BanSession session = known.session;
            if (session == null || session.hasFailed()) {
                try {
                    if (session != null) {
                        close(id, session);
                    }
                    bans.put(
                            id,
                            new Known(known.described, new BanSession(known.described, setup, directory, this::after)));
                    LOG.info("- BAN {}: its MBU has started again", id);
                } catch (BanipException | IllegalArgumentException e) {
                    LOG.warn("- BAN {}: its MBU does not start again yet: {}", id, e.getMessage());
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
                "- BAN {}: its MBU has given up: {}; {} {}{}",
                ban,
                session.failure(),
                Counted.of(units, "sensor set"),
                setup.waitsForNothing()
                        ? "that were acknowledged to devices are lost"
                        : "that it had taken are not stored, and were not acknowledged to devices",
                directory.isPresent()
                        ? "; " + Counted.of(session.kept(), "sensor set") + " wait in the directory"
                        : "");
    }

    /**
     * Sensor sets that MBUs had taken, and that neither the host nor a directory had when these gave up; by BAN. BANs whose MBUs have not given up are
     * not there.
     */
    public Map<String, Long> lost() {
        return new TreeMap<>(lost);
    }

    /** The state of each MBU, by BAN. */
    public Map<String, MbuStatus> status() {
        return ofRunning(BanSession::status);
    }

    /** Sensor sets that wait in the directory, by BAN; zeroes without a directory. */
    public Map<String, Long> kept() {
        return ofRunning(BanSession::kept);
    }

    private <T> Map<String, T> ofRunning(Function<BanSession, T> what) {
        Map<String, T> all = new TreeMap<>();
        bans.forEach((id, known) -> {
            if (known.session != null) {
                all.put(id, what.apply(known.session));
            }
        });
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
            BanSession session = known.session;
            if (session != null) {
                Thread one = new Thread(() -> close(id, session), "banip-gateway-close");
                one.start();
                closing.add(one);
            }
        });
        for (Thread one : closing) {
            one.join();
        }
        directory.ifPresent(GatewayDirectory::close);
    }

    /** An MBU that does not start again is closed more than once. One may also give up while it ends. */
    private void close(String ban, BanSession session) {
        if (!session.isClosed()) {
            session.close();
            if (session.hasFailed()) {
                gaveUp(ban, session);
            }
        }
    }
}
