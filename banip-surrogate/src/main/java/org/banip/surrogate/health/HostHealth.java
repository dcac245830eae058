package org.banip.surrogate.health;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.health.HealthServer;
import org.banip.server.health.HealthSettings;
import org.banip.server.health.Metrics;
import org.banip.server.health.Readiness;
import org.banip.surrogate.HostStatistics;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.HostSettings;

/** What a surrogate host says of itself: checks {@code store}, {@code disk}, {@code clock}, and meters {@code banip.host.…}. */
public final class HostHealth {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final double NANOS_PER_SECOND = 1e9;

    private HostHealth() {}

    /** Answers for this host until it is closed; empty if the port is taken and nobody insisted on it. */
    public static Optional<HealthServer> serve(SurrogateHost host, HostSettings settings, HealthSettings where) {
        return HealthServer.start(
                where, readiness(host, settings.quotas().minimumFreeBytes()), metrics(new Metrics(), host));
    }

    private static Readiness readiness(SurrogateHost host, long minimumFreeBytes) {
        return new Readiness()
                .check("store", () -> storeProblem(host))
                .disk(minimumFreeBytes, () -> freeBytes(host))
                .clock(Instant::now);
    }

    private static Optional<String> storeProblem(SurrogateHost host) {
        try {
            host.store().checkWritable(PATIENCE);
            return Optional.empty();
        } catch (BanipException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Long> freeBytes(SurrogateHost host) {
        OptionalLong free = host.store().freeBytes();
        return free.isPresent() ? Optional.of(free.getAsLong()) : Optional.empty();
    }

    private static Metrics metrics(Metrics metrics, SurrogateHost host) {
        gauge(metrics, host, "interconnects", "", "active and silent interconnects", HostStatistics::interconnects);
        gauge(metrics, host, "interconnects.silent", "", "of these, silent", HostStatistics::silent);
        gauge(metrics, host, "data.requests", "", "open data requests", HostStatistics::openDataRequests);
        gauge(
                metrics,
                host,
                "faults.present",
                "",
                "data requests that ended with an error, of the present interconnects",
                HostStatistics::faults);
        gauge(metrics, host, "held", "bytes", "memory that MBUs make the host hold", HostStatistics::heldBytes);
        gauge(metrics, host, "subscribers", "", "live subscribers", HostStatistics::subscribers);
        gauge(
                metrics,
                host,
                "subscribers.queue",
                "bytes",
                "sensor sets that wait for subscribers",
                s -> s.live().waitingBytes());
        gauge(
                metrics,
                host,
                "store.queue",
                "",
                "packets and gaps that wait for a commit",
                s -> s.store().queuedItems());
        counter(metrics, host, "registrations", "", "interconnects registered", HostStatistics::registered);
        counter(metrics, host, "interconnects.expired", "", "interconnects that expired", HostStatistics::expired);
        counter(
                metrics,
                host,
                "interconnects.deregistered",
                "",
                "interconnects that deregistered",
                HostStatistics::deregistered);
        counter(metrics, host, "duplicates", "", "packets and gaps that had come before", HostStatistics::duplicates);
        for (ErrorCode code : ErrorCode.values()) {
            metrics.counter(
                    "banip.host.refused",
                    "requests that the host refused, by error",
                    "error",
                    code.token(),
                    () -> host.statistics().refused().getOrDefault(code, 0L));
        }
        counter(
                metrics,
                host,
                "packets.stored",
                "",
                "packets stored",
                s -> s.store().packets());
        counter(metrics, host, "gaps.stored", "", "gaps stored", s -> s.store().gaps());
        counter(
                metrics,
                host,
                "payload.stored",
                "bytes",
                "payload stored",
                s -> s.store().payloadBytes());
        counter(
                metrics,
                host,
                "commits",
                "",
                "transactions of the store",
                s -> s.store().commits());
        counter(
                metrics,
                host,
                "commits.duration",
                "seconds",
                "time that these took",
                s -> s.store().commitNanos() / NANOS_PER_SECOND);
        counter(
                metrics,
                host,
                "subscribers.delivered",
                "",
                "packets delivered to live subscribers",
                s -> s.live().delivered());
        counter(
                metrics,
                host,
                "subscribers.dropped",
                "",
                "packets left out because a live subscriber's queue was full",
                s -> s.live().missedPackets());
        return metrics;
    }

    private static void gauge(
            Metrics metrics,
            SurrogateHost host,
            String name,
            String unit,
            String help,
            ToDoubleFunction<HostStatistics> value) {
        metrics.gauge("banip.host." + name, unit, help, () -> value.applyAsDouble(host.statistics()));
    }

    private static void counter(
            Metrics metrics,
            SurrogateHost host,
            String name,
            String unit,
            String help,
            ToDoubleFunction<HostStatistics> value) {
        metrics.counter("banip.host." + name, unit, help, () -> value.applyAsDouble(host.statistics()));
    }
}
