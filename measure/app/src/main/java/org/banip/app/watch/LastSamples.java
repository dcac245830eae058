package org.banip.app.watch;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.app.terminal.Figures;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;

/** What each sampled group had last: of slow groups the values, of all the instant. One thread at a time. */
final class LastSamples {
    /** After this time without samples a group's last ones are told. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private static final double SLOW_HERTZ = 2;
    private static final int MOST_SHOWN = 6;

    private final List<SensorGroup> groups = new ArrayList<>();
    private final Map<Integer, Last> last = new TreeMap<>();
    /** Whether what was stored before has come. */
    private boolean withStored;

    /** When it arrived; empty if it was stored before. */
    private record Last(String text, Optional<Instant> heard) {}

    /** The groups of a stream that begins. */
    void measures(List<SensorGroup> described) {
        if (!groups.equals(described)) {
            last.clear();
        }
        groups.clear();
        groups.addAll(described);
    }

    /** Groups without samples have none in the store either. */
    void storedComes() {
        withStored = true;
    }

    /**
     * Samples of a group.
     *
     * @param nanos sampling instant of the last sensor set, nanoseconds since the epoch
     * @param count number of sensor sets
     * @param samples all samples of the first channel, then all of the second, and so on
     */
    void sampled(int group, long nanos, int count, long[] samples, Optional<Instant> heard) {
        SensorGroup of = groups.get(group);
        Instant instant = Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.SECONDS);
        boolean slow = of.frequency().hertz() < SLOW_HERTZ;
        List<Channel> channels = of.channels();
        String text = !slow
                ? of.name() + ": last sample"
                : (channels.size() == 1 && channels.get(0).label().equals(of.name()) ? "" : of.name() + ": ")
                        + IntStream.range(0, Math.min(MOST_SHOWN, channels.size()))
                                .mapToObj(c -> value(channels.get(c), (int) samples[(c + 1) * count - 1]))
                                .collect(Collectors.joining(", "));
        last.put(group, new Last(text + " at " + instant, heard));
    }

    private static String value(Channel channel, int sample) {
        return channel.label() + " " + Figures.plain(channel.toPhysical(sample)) + Figures.unit(channel.unit());
    }

    /**
     * The groups of which nothing comes now, in a line; empty if something comes of all.
     *
     * @param stopped numbers of those that are left out
     */
    String line(Instant now, Set<Integer> stopped) {
        List<String> late =
                groups.stream().flatMap(group -> group.lateAs().stream()).toList();
        List<String> quiet = IntStream.range(0, groups.size())
                .filter(group -> groups.get(group).events().isEmpty()
                        && !late.contains(groups.get(group).name()))
                .filter(group -> !stopped.contains(group) && !isHeard(group, now))
                .mapToObj(group -> last.containsKey(group) ? last.get(group).text() : without(groups.get(group)))
                .toList();
        String more = quiet.size() > MOST_SHOWN ? "; and " + Figures.counted(quiet.size() - MOST_SHOWN, "group") : "";
        return LiveListener.line(quiet.stream().limit(MOST_SHOWN).collect(Collectors.joining("; ")) + more);
    }

    private boolean isHeard(int group, Instant now) {
        return last.containsKey(group)
                && last.get(group)
                        .heard()
                        .filter(at -> Duration.between(at, now).compareTo(QUIET) < 0)
                        .isPresent();
    }

    private String without(SensorGroup group) {
        return group.name() + (withStored ? ": no samples yet" : ": no samples since this watch began");
    }
}
