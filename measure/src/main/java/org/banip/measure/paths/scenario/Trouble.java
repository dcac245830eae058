package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What goes wrong during a run.
 *
 * @param events that happen to paths
 * @param brokerDies when the broker's process is killed, since the first byte; a new one starts at once
 */
public record Trouble(List<PathEvent> events, Optional<Duration> brokerDies) {
    /** Nothing. */
    static final Trouble NONE = of();

    /** Copies the list, in the order of time. */
    public Trouble {
        events = events.stream().sorted(Comparator.comparing(PathEvent::at)).toList();
    }

    /** Things that happen to paths. */
    static Trouble of(PathEvent... events) {
        return new Trouble(List.of(events), Optional.empty());
    }

    /** The same, and the broker dies. */
    Trouble withDeathOfBroker(Duration at) {
        return new Trouble(events, Optional.of(at));
    }

    /** When the first of it happens; zero if nothing does. */
    Duration first() {
        Duration path = events.isEmpty() ? Duration.ZERO : events.get(0).at();
        return events.isEmpty()
                ? brokerDies.orElse(path)
                : brokerDies.filter(at -> at.compareTo(path) < 0).orElse(path);
    }
}
