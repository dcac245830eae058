package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * One case of a scenario.
 *
 * @param scenario its scenario
 * @param name of the case within its scenario
 * @param group of cases whose mean is published or of interest
 * @param paths two or more; the first is the preferred one
 * @param events that happen to paths
 * @param work what is sent
 * @param single the path that the transports with a single path use
 * @param backup the path that shall stay idle while the others are good
 * @param detectAfter when a path counts as late, of a case that only an MBU with several paths can carry; empty for the MBU's default
 */
public record StudiedCase(
        Scenario scenario,
        String name,
        String group,
        List<StudiedPath> paths,
        List<PathEvent> events,
        Workload work,
        int single,
        OptionalInt backup,
        Optional<Duration> detectAfter) {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Share of the capacity that a transport may be expected to use. */
    private static final double EXPECTED = 0.6;

    /** Copies the lists. */
    public StudiedCase {
        paths = List.copyOf(paths);
        events = List.copyOf(events);
    }

    /** A transfer over paths that have no order. */
    static StudiedCase transfer(
            Scenario scenario, String name, String group, List<StudiedPath> paths, List<PathEvent> events, long bytes) {
        return new StudiedCase(
                scenario, name, group, paths, events, Workload.bulk(bytes), 0, OptionalInt.empty(), Optional.empty());
    }

    /** The same with another path for the transports that have a single one. */
    StudiedCase withSingle(int path) {
        return new StudiedCase(scenario, name, group, paths, events, work, path, backup, detectAfter);
    }

    /** When the first event happens; zero without events. */
    public Duration firstEvent() {
        return events.stream().map(PathEvent::at).min(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** Bytes that some paths together could carry from the beginning until then. */
    public double capacity(List<Integer> numbers, Duration until) {
        return numbers.stream()
                .mapToDouble(number -> paths.get(number).bytesPerSecond() * seconds(lived(number, until)))
                .sum();
    }

    private Duration lived(int number, Duration until) {
        return events.stream()
                .filter(event -> event.path() == number && event.cuts())
                .map(PathEvent::at)
                .filter(at -> at.compareTo(until) < 0)
                .findFirst()
                .orElse(until);
    }

    /** Expected time over some of the paths. */
    public double expectedSeconds(List<Integer> numbers) {
        if (work.steady()) {
            return seconds(work.time());
        }
        double rate = numbers.stream()
                .mapToDouble(number -> paths.get(number).bytesPerSecond())
                .sum();
        return work.bytes() / (rate * EXPECTED);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS_PER_SECOND;
    }

    /** The paths for people. */
    public String pathsText() {
        return paths.stream().map(StudiedPath::toString).collect(Collectors.joining(" + "));
    }
}
