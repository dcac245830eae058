package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.server.quota.Quota;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.store.Store;
import org.slf4j.Logger;

/** What each identity may still bring today, and whether the store's disk has room. Any thread. */
public final class Quotas {
    private static final Logger LOG = ServerLog.of(Quotas.class);
    private static final Duration DAY = Duration.ofDays(1);
    /** Identities that are remembered; each was authenticated. */
    private static final int IDENTITIES = 100_000;

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final double NANOS = 1e9;
    private static final long LOOK_NANOS = 10_000_000_000L;

    private final QuotaSettings settings;
    private final Store store;
    private final Quota<String> bytes;
    private final Quota<String> sessions;
    private final Quota<String> signalNanos;
    /** By session; empty: no bound. */
    private final Optional<Quota<UUID>> rate;

    private final HostClock clock;
    private final AtomicBoolean looking = new AtomicBoolean();
    /** On the host's clock thread. */
    private long nextLookNanos;

    private volatile boolean diskFull;
    private volatile boolean diskLow;

    /** Nothing was brought yet. */
    public Quotas(QuotaSettings settings, Store store, HostClock clock) {
        this.settings = settings;
        this.store = store;
        this.clock = clock;
        nextLookNanos = clock.monotonicNanos();
        bytes = new Quota<>(settings.bytesPerDay(), DAY, IDENTITIES, clock::monotonicNanos);
        sessions = new Quota<>(settings.sessionsPerDay(), DAY, IDENTITIES, clock::monotonicNanos);
        rate = settings.signalRate() == 0
                ? Optional.empty()
                : Optional.of(new Quota<>(
                        settings.signalRate() * MINUTE.toNanos(), MINUTE, IDENTITIES, clock::monotonicNanos));
        signalNanos = new Quota<>(settings.signalPerDay().toNanos(), DAY, IDENTITIES, clock::monotonicNanos);
    }

    /**
     * Takes a new session and its document.
     *
     * @throws BanipException {@code TOO_MANY_SESSIONS} or {@code STORAGE_UNAVAILABLE}
     */
    void takeSession(String identity, long documentBytes) {
        checkDisk();
        checkRoomForSessions();
        if (!sessions.tryTake(identity, 1)) {
            throw new BanipException(
                    ErrorCode.TOO_MANY_SESSIONS,
                    "this identity began " + settings.sessionsPerDay() + " sessions in 24 hours, which is the limit");
        }
        bytes.take(identity, documentBytes);
    }

    /**
     * Refuses data of an identity that has brought enough, or while the disk is full.
     *
     * @throws BanipException {@code TOO_MANY_BYTES}, {@code TOO_MUCH_SIGNAL} or {@code STORAGE_UNAVAILABLE}
     */
    void check(String identity) {
        if (bytes.remaining(identity) == 0) {
            throw tooManyBytes();
        }
        checkSignal(identity);
    }

    /**
     * Refuses data of a session that brings its signal too fast, besides.
     *
     * @throws BanipException as {@link #check(String)} does, and {@code TOO_FAST}
     */
    void check(String identity, UUID session) {
        check(identity);
        checkRate(session);
    }

    /** The same as {@link #takeBytes(String, long)}, and the rate of the session is checked. */
    void takeBytes(String identity, UUID session, long bodyBytes) {
        checkRate(session);
        takeBytes(identity, bodyBytes);
    }

    /** The same as {@link #takeSignal(String, double)}, and it counts for the rate of the session. */
    void takeSignal(String identity, UUID session, double seconds) {
        takeSignal(identity, seconds);
        rate.ifPresent(bound -> bound.take(session, (long) (seconds * NANOS)));
    }

    private void checkRate(UUID session) {
        if (rate.isPresent() && rate.get().remaining(session) == 0) {
            throw new BanipException(
                    ErrorCode.TOO_FAST,
                    "this session brought its signal more than " + settings.signalRate()
                            + " times as fast as its frequencies say, which is the limit over a minute");
        }
    }

    private void checkRoomForSessions() {
        if (diskLow) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "the disk of the store has less than " + settings.registrationFreeBytes()
                            + " bytes free: no new session is taken");
        }
    }

    /**
     * Takes bytes of a body, even more than are left: then the next ones are refused.
     *
     * @throws BanipException as {@link #check} does
     */
    void takeBytes(String identity, long bodyBytes) {
        checkSignal(identity);
        if (!bytes.takeIfAnyLeft(identity, bodyBytes)) {
            throw tooManyBytes();
        }
    }

    /** Takes what a body's packets decoded to, even more than is left: then the next bytes are refused. */
    void takeSignal(String identity, double seconds) {
        signalNanos.take(identity, (long) (seconds * NANOS));
    }

    private BanipException tooManyBytes() {
        return new BanipException(
                ErrorCode.TOO_MANY_BYTES,
                "this identity brought " + settings.bytesPerDay() + " bytes in 24 hours, which is the limit");
    }

    private void checkSignal(String identity) {
        checkDisk();
        if (signalNanos.remaining(identity) == 0) {
            throw new BanipException(
                    ErrorCode.TOO_MUCH_SIGNAL,
                    "this identity brought " + settings.signalPerDay() + " of signal in 24 hours, which is the limit");
        }
    }

    private void checkDisk() {
        if (diskFull) {
            throw new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "the disk of the store has less than " + settings.minimumFreeBytes() + " bytes free");
        }
    }

    /** Has a worker look at the disk every ten seconds: the file system may hang, and the clock's thread never waits for it. */
    void tick(Predicate<Runnable> worker) {
        long now = clock.monotonicNanos();
        if (now - nextLookNanos >= 0 && looking.compareAndSet(false, true)) {
            nextLookNanos = now + LOOK_NANOS;
            if (!worker.test(this::look)) {
                looking.set(false);
            }
        }
    }

    private void look() {
        try {
            lookAtDisk();
        } finally {
            looking.set(false);
        }
    }

    private void lookAtDisk() {
        OptionalLong free = store.freeBytes();
        boolean full = free.isPresent() && free.getAsLong() < settings.minimumFreeBytes();
        if (full && !diskFull) {
            LOG.error(
                    "the disk of the store has {} bytes free, less than {}: no data are taken until it has more",
                    free.getAsLong(),
                    settings.minimumFreeBytes());
        } else if (!full && diskFull) {
            LOG.info("the disk of the store has room again");
        }
        diskFull = full;
        boolean low = free.isPresent() && free.getAsLong() < settings.registrationFreeBytes();
        if (low && !diskLow) {
            LOG.warn(
                    "the disk of the store has {} bytes free, less than {}: no new sessions are taken until it has more",
                    free.getAsLong(),
                    settings.registrationFreeBytes());
        } else if (!low && diskLow) {
            LOG.info("the disk of the store has room for new sessions again");
        }
        diskLow = low;
    }

    /** Bytes of sensor sets that a second of the BAN's signal has, all groups together. */
    static double bytesPerSecond(BanDescription ban) {
        double sum = 0;
        for (SensorGroup group : ban.groups()) {
            sum += group.setBytes() * NANOS / Math.max(1, group.frequency().nanosOfUnit(1));
        }
        return sum;
    }
}
