package org.banip.surrogate.health;

import java.util.function.ToLongFunction;
import org.banip.server.health.Metrics;
import org.banip.surrogate.alert.AlertState;
import org.banip.surrogate.alert.AlertStatistics;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.alert.Priority;

/** The meters {@code banip.host.alerts.…}. */
final class AlertMeters {
    private static final String PREFIX = "banip.host.alerts.";

    private AlertMeters() {}

    static void add(Metrics metrics, Alerting alerting) {
        for (Priority priority : Priority.values()) {
            metrics.gauge(
                    PREFIX + "open." + priority.token(),
                    "",
                    "alerts of " + priority.token() + " priority that have not ended",
                    () -> alerting.statistics().open().getOrDefault(priority, 0L));
        }
        for (AlertState step : AlertState.values()) {
            metrics.counter(
                    PREFIX + "steps",
                    "steps of alerts that this host made",
                    "step",
                    step.token(),
                    () -> alerting.statistics().steps().getOrDefault(step, 0L));
        }
        metrics.gauge(
                PREFIX + "waiting",
                "",
                "deliveries of alerts that wait in the store",
                () -> alerting.statistics().waiting());
        counter(metrics, alerting, "delivered", "deliveries of alerts", AlertStatistics::delivered);
        counter(
                metrics,
                alerting,
                "failed",
                "attempts to deliver an alert that were not taken",
                AlertStatistics::failed);
        counter(
                metrics,
                alerting,
                "refused",
                "deliveries that were given up because the contact refused them",
                AlertStatistics::refused);
        counter(
                metrics,
                alerting,
                "given.up",
                "deliveries that were given up because too many waited for the same contact",
                AlertStatistics::givenUp);
        counter(
                metrics,
                alerting,
                "removed",
                "deliveries that ended because their contact is not in the file any more",
                AlertStatistics::removed);
        counter(
                metrics,
                alerting,
                "findings.collapsed",
                "findings that were left out because many waited for the store and their detector found the same again",
                AlertStatistics::collapsed);
        counter(
                metrics,
                alerting,
                "findings.lost",
                "findings that were lost because too many of a BAN waited for the store",
                AlertStatistics::lost);
        counter(
                metrics,
                alerting,
                "findings.surplus",
                "findings that made no alert of their own because too many alerts of their BAN were open",
                AlertStatistics::surplus);
    }

    private static void counter(
            Metrics metrics, Alerting alerting, String name, String help, ToLongFunction<AlertStatistics> value) {
        metrics.counter(PREFIX + name, "", help, () -> value.applyAsLong(alerting.statistics()));
    }
}
