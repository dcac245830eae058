package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One case of a scenario.
 *
 * @param scenario its scenario
 * @param name of the case within its scenario
 * @param group of cases whose mean is published or of interest
 * @param paths usually two or more, the preferred one first; if all addresses share one bottleneck, this link alone
 * @param work what is sent
 * @param single the path that the transports with a single path use
 * @param backup the path that shall stay idle while the others are good
 * @param trouble what goes wrong
 * @param sharing who else uses the paths
 * @param variation how it departs from what is set for all
 */
public record StudiedCase(
        Scenario scenario,
        String name,
        String group,
        List<StudiedPath> paths,
        Workload work,
        int single,
        OptionalInt backup,
        Trouble trouble,
        Sharing sharing,
        Variation variation) {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Share of the capacity that a transport may be expected to use. */
    private static final double EXPECTED = 0.6;

    /** Copies the list. */
    public StudiedCase {
        paths = List.copyOf(paths);
        if (single < 0 || single >= paths.size()) {
            throw new IllegalArgumentException("the single path is number " + single + " of " + paths.size());
        }
    }

    /** A case without trouble, over paths that nobody else uses and that have no order. */
    static StudiedCase of(Scenario scenario, String name, String group, List<StudiedPath> paths, Workload work) {
        return new StudiedCase(
                scenario,
                name,
                group,
                paths,
                work,
                0,
                OptionalInt.empty(),
                Trouble.NONE,
                Sharing.ALONE,
                Variation.NONE);
    }

    /** The same with another path for the transports that have a single one. */
    StudiedCase withSingle(int path) {
        return new StudiedCase(scenario, name, group, paths, work, path, backup, trouble, sharing, variation);
    }

    /** The same with a path that shall stay idle. */
    StudiedCase withBackup(int path) {
        return new StudiedCase(
                scenario, name, group, paths, work, single, OptionalInt.of(path), trouble, sharing, variation);
    }

    /** The same with trouble. */
    StudiedCase with(Trouble other) {
        return new StudiedCase(scenario, name, group, paths, work, single, backup, other, sharing, variation);
    }

    /** The same with somebody else on the paths. */
    StudiedCase with(Sharing other) {
        return new StudiedCase(scenario, name, group, paths, work, single, backup, trouble, other, variation);
    }

    /** The same with a variation, which adds to the name and the group. */
    StudiedCase with(Variation other, String nameToo, String groupToo) {
        return new StudiedCase(
                scenario,
                name + "-" + nameToo,
                group + ", " + groupToo,
                paths,
                work,
                single,
                backup,
                trouble,
                sharing,
                other);
    }

    /** The same with delays read the other way. */
    StudiedCase readOtherwise() {
        return with(variation.readOtherwise(), "other-reading", "delay read otherwise");
    }

    /** The same with a broker that dies, after a quarter of the expected time or later. */
    StudiedCase withDeathOfBroker() {
        double expected = expectedSeconds(allPaths());
        Duration at = Duration.ofMillis(Math.max(500, (long) (250 * expected)));
        return with(trouble.withDeathOfBroker(at)).with(variation, "broker-dies", "the broker dies");
    }

    /** The numbers of all paths. */
    public List<Integer> allPaths() {
        return IntStream.range(0, paths.size()).boxed().toList();
    }

    /** The path that has a price, if one has. */
    public OptionalInt costly() {
        return allPaths().stream()
                .filter(number -> paths.get(number).metered())
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    /** When the first trouble happens; zero without any. */
    public Duration firstTrouble() {
        return trouble.first();
    }

    /** Whether it is made once only, however often the others are repeated. */
    public boolean once() {
        return variation.otherReading()
                || variation.congestionControl().isPresent()
                || trouble.brokerDies().isPresent();
    }

    /** Bytes that some paths together could carry from the beginning until then. */
    public double capacity(List<Integer> numbers, Duration until) {
        return numbers.stream()
                .mapToDouble(number -> paths.get(number).bytesPerSecond() * seconds(lived(number, until)))
                .sum();
    }

    private Duration lived(int number, Duration until) {
        return trouble.events().stream()
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
        String text = paths.stream().map(StudiedPath::toString).collect(Collectors.joining(" + "));
        return sharing.rival() ? text + ", beside a TCP flow" : text;
    }
}
