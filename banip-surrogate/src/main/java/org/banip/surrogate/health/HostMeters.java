package org.banip.surrogate.health;

import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.banip.core.error.ErrorCode;
import org.banip.server.health.Metrics;
import org.banip.surrogate.HostStatistics;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.Meters;

/** The meters {@code banip.host.…}. They read one snapshot of the host for each scrape, because taking it visits every interconnect. */
final class HostMeters {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Metrics metrics = new Metrics();
    private volatile HostStatistics statistics;

    /** Those of a host. */
    HostMeters(SurrogateHost host) {
        statistics = host.statistics();
        PathMeters paths = new PathMeters(metrics);
        metrics.beforeScrape(() -> {
            statistics = host.statistics();
            paths.update(host.shownPaths());
        });
        interconnects();
        requests();
        store();
        subscribers();
        host.alerting().ifPresent(alerting -> AlertMeters.add(metrics, alerting));
        host.extensionMeters(OfExtension::new);
    }

    /** Takes those of an extension. */
    private final class OfExtension implements Meters {
        private final String prefix;

        OfExtension(String extension) {
            prefix = "banip.host." + extension.replace('-', '.') + ".";
        }

        @Override
        public void gauge(String name, String help, LongSupplier value) {
            metrics.gauge(prefix + name, "", help, value::getAsLong);
        }

        @Override
        public void counter(String name, String help, LongSupplier value) {
            metrics.counter(prefix + name, "", help, value::getAsLong);
        }

        @Override
        public void counter(String name, String help, String label, String labelValue, LongSupplier value) {
            metrics.counter(prefix + name, help, label, labelValue, value);
        }
    }

    Metrics metrics() {
        return metrics;
    }

    private void interconnects() {
        gauge("interconnects", "", "active and silent interconnects", HostStatistics::interconnects);
        gauge("interconnects.silent", "", "of these, silent", HostStatistics::silent);
        counter("registrations", "", "interconnects registered", HostStatistics::registered);
        counter("interconnects.expired", "", "interconnects that expired", HostStatistics::expired);
        counter("interconnects.deregistered", "", "interconnects that deregistered", HostStatistics::deregistered);
        gauge("held", "bytes", "memory that MBUs make the host hold", HostStatistics::heldBytes);
    }

    private void requests() {
        gauge("data.requests", "", "open data requests", HostStatistics::openDataRequests);
        gauge(
                "faults.present",
                "",
                "data requests that ended with an error, of the present interconnects",
                HostStatistics::faults);
        counter("duplicates", "", "packets and gaps that had come before", HostStatistics::duplicates);
        for (ErrorCode code : ErrorCode.values()) {
            metrics.counter(
                    "banip.host.refused",
                    "requests that the host refused, by error",
                    "error",
                    code.token(),
                    () -> statistics.refused().getOrDefault(code, 0L));
        }
    }

    private void store() {
        gauge(
                "store.queue",
                "",
                "packets and gaps that wait for a commit",
                s -> s.store().queuedItems());
        counter("packets.stored", "", "packets stored", s -> s.store().packets());
        counter(
                "gaps.stored",
                "",
                "gaps stored, without retirements of groups",
                s -> s.store().gaps());
        counter("payload.stored", "bytes", "payload stored", s -> s.store().payloadBytes());
        counter("commits", "", "transactions of the store", s -> s.store().commits());
        counter(
                "commits.duration",
                "seconds",
                "time that these took",
                s -> s.store().commitNanos() / NANOS_PER_SECOND);
    }

    private void subscribers() {
        gauge("subscribers", "", "live subscribers", HostStatistics::subscribers);
        gauge(
                "subscribers.queue",
                "bytes",
                "sensor sets that wait for subscribers",
                s -> s.live().waitingBytes());
        counter(
                "subscribers.delivered",
                "",
                "packets delivered to live subscribers",
                s -> s.live().delivered());
        counter(
                "subscribers.dropped",
                "",
                "packets left out because a live subscriber's queue was full",
                s -> s.live().missedPackets());
    }

    private void gauge(String name, String unit, String help, ToDoubleFunction<HostStatistics> value) {
        metrics.gauge("banip.host." + name, unit, help, () -> value.applyAsDouble(statistics));
    }

    private void counter(String name, String unit, String help, ToDoubleFunction<HostStatistics> value) {
        metrics.counter("banip.host." + name, unit, help, () -> value.applyAsDouble(statistics));
    }
}
