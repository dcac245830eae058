package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.ban.BanDescription;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.GroupStop;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.jspecify.annotations.Nullable;

/**
 * {@link SurrogateStatistics} on the wire, and how the interconnect is.
 *
 * @param state token of a {@link SurrogateState}
 * @param totals the numbers of {@link SurrogateStatistics}, in its order
 * @param chains per group, the agreed chain
 * @param groups the numbers of each {@link GroupStatistics} in its order, one group after the other
 * @param stops per group, the {@link GroupStop}: instant and name with a space between, or an empty text; null from a host of an older version
 */
@SuppressWarnings("ArrayRecordComponent") // as they stand on the wire; nobody compares or changes them
public record RemoteStatistics(String state, long[] totals, String[] chains, long[] groups, String @Nullable [] stops)
        implements Serializable {
    private static final int TOTALS = 7;
    private static final int LONGEST_NAME = 256;
    private static final int OF_A_GROUP = 11;
    private static final Pattern STOP = Pattern.compile("(-?\\d{1,18}|-?[1-8]\\d{18}) (\\P{Cntrl}{1,256})");

    /** Checks that the numbers are complete. */
    public RemoteStatistics {
        SurrogateState.valueOf(state.toUpperCase(Locale.ROOT));
        Checks.range("number of totals", totals.length, TOTALS, TOTALS);
        Checks.length("groups", chains.length, BanDescription.MAX_GROUPS);
        int numbers = chains.length * OF_A_GROUP;
        Checks.range("numbers of groups", groups.length, numbers, numbers);
        List.of(chains);
        if (stops != null) {
            Checks.range("number of stops", stops.length, chains.length, chains.length);
            for (String stop : stops) {
                if (!stop.isEmpty() && !STOP.matcher(stop).matches()) {
                    throw new IllegalArgumentException("stop " + Quoted.of(stop) + " is no instant and name");
                }
            }
        }
    }

    /** Statistics for the wire. */
    public static RemoteStatistics of(SurrogateState state, SurrogateStatistics from) {
        long[] totals = {
            from.frames(),
            from.bodyBytes(),
            from.dataRequests(),
            from.openDataRequests(),
            from.openReverseChannels(),
            from.faults(),
            from.lastFrameNanos()
        };
        List<GroupStatistics> all = from.groups();
        long[] groups = new long[all.size() * OF_A_GROUP];
        for (int index = 0; index < all.size(); index++) {
            GroupStatistics group = all.get(index);
            long[] numbers = {
                group.packets(),
                group.gaps(),
                group.duplicates(),
                group.units(),
                group.payloadBytes(),
                group.sensorBytes(),
                group.waiting(),
                group.nextSequence(),
                group.receivedSequence(),
                group.latencyNanos(),
                group.retired() ? 1 : 0
            };
            System.arraycopy(numbers, 0, groups, index * OF_A_GROUP, OF_A_GROUP);
        }
        String[] chains = all.stream().map(GroupStatistics::chain).toArray(String[]::new);
        String[] stops = all.stream()
                .map(group -> group.stopped()
                        .map(stop -> stop.atNanos() + " " + Quoted.line(stop.by(), LONGEST_NAME))
                        .orElse(""))
                .toArray(String[]::new);
        return new RemoteStatistics(state.token(), totals, chains, groups, stops);
    }

    /** How the interconnect is. */
    public SurrogateState surrogateState() {
        return SurrogateState.valueOf(state.toUpperCase(Locale.ROOT));
    }

    private Optional<GroupStop> stop(int group) {
        Matcher stop = STOP.matcher(stops == null ? "" : stops[group]);
        return stop.matches()
                ? Optional.of(new GroupStop(stop.group(2), Long.parseLong(stop.group(1))))
                : Optional.empty();
    }

    /** The statistics. */
    public SurrogateStatistics statistics() {
        List<GroupStatistics> all = new ArrayList<>();
        for (int index = 0; index < chains.length; index++) {
            int at = index * OF_A_GROUP;
            all.add(new GroupStatistics(
                    chains[index],
                    groups[at],
                    groups[at + 1],
                    groups[at + 2],
                    groups[at + 3],
                    groups[at + 4],
                    groups[at + 5],
                    Math.toIntExact(groups[at + 6]),
                    groups[at + 7],
                    groups[at + 8],
                    groups[at + 9],
                    groups[at + 10] != 0,
                    stop(index)));
        }
        return new SurrogateStatistics(
                totals[0],
                totals[1],
                totals[2],
                Math.toIntExact(totals[3]),
                Math.toIntExact(totals[4]),
                totals[5],
                totals[6],
                all);
    }
}
