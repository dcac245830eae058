package org.banip.server.health;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * A server's counters and gauges, as a monitoring system reads them. Names are in Micrometer's form, {@code banip.host.packets}; in
 * Prometheus' text that is {@code banip_host_packets_total}. Values are read when somebody asks. No name or label holds an identity or
 * a BAN's id. Any thread.
 */
public final class Metrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    /** Where the counters' values come from: Micrometer holds these weakly, and a counter without its source stands still. */
    private final Queue<DoubleSupplier> sources = new ConcurrentLinkedQueue<>();

    private volatile Runnable beforeScrape = () -> {};

    /** The JVM's own figures: memory, threads, processor time, open files, uptime. */
    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /**
     * Adds what only grows.
     *
     * @param unit {@code bytes}, {@code seconds}, or empty for a count; becomes part of the name
     * @param help one line
     */
    public Metrics counter(String name, String unit, String help, DoubleSupplier value) {
        return counter(name, unit, help, Tags.empty(), value);
    }

    /** Adds one of several counters of a name, told apart by a label. */
    public Metrics counter(String name, String help, String label, String labelValue, LongSupplier value) {
        return counter(name, "", help, Tags.of(label, labelValue), value::getAsLong);
    }

    /** Adds one of several counters of a name that have a unit. */
    public Metrics counter(
            String name, String unit, String help, String label, String labelValue, DoubleSupplier value) {
        return counter(name, unit, help, Tags.of(label, labelValue), value);
    }

    private Metrics counter(String name, String unit, String help, Tags tags, DoubleSupplier value) {
        sources.add(value);
        FunctionCounter.Builder<DoubleSupplier> counter = FunctionCounter.builder(
                        name, value, DoubleSupplier::getAsDouble)
                .tags(tags)
                .description(help);
        if (!unit.isEmpty()) {
            counter.baseUnit(unit);
        }
        counter.register(registry);
        return this;
    }

    /** Adds what goes up and down; {@code unit} as for a counter. */
    public Metrics gauge(String name, String unit, String help, DoubleSupplier value) {
        Gauge.Builder<?> gauge = Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .strongReference(true)
                .description(help);
        if (!unit.isEmpty()) {
            gauge.baseUnit(unit);
        }
        gauge.register(registry);
        return this;
    }

    /** Runs the action before each scrape, for example to take one snapshot that many meters read. */
    public Metrics beforeScrape(Runnable action) {
        beforeScrape = action;
        return this;
    }

    /** All values now, in Prometheus' text format 0.0.4. */
    String text() {
        beforeScrape.run();
        return registry.scrape();
    }

    void close() {
        registry.close();
    }
}
