package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.banip.core.ban.BanDescription;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;

/**
 * {@link SurrogateStatistics} on the wire, and how the interconnect is.
 *
 * @param state token of a {@link SurrogateState}
 * @param totals the numbers of {@link SurrogateStatistics}, in its order
 * @param chains per group, the agreed chain
 * @param groups the numbers of each {@link GroupStatistics} in its order, one group after the other
 */
@SuppressWarnings("ArrayRecordComponent") // as they stand on the wire; nobody compares or changes them
public record RemoteStatistics(String state, long[] totals, String[] chains, long[] groups) implements Serializable {
    private static final int TOTALS = 7;
    private static final int OF_A_GROUP = 11;

    /** Checks that the numbers are complete. */
    public RemoteStatistics {
        SurrogateState.valueOf(state.toUpperCase(Locale.ROOT));
        Checks.range("number of totals", totals.length, TOTALS, TOTALS);
        Checks.length("groups", chains.length, BanDescription.MAX_GROUPS);
        int numbers = chains.length * OF_A_GROUP;
        Checks.range("numbers of groups", groups.length, numbers, numbers);
        List.of(chains);
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
        return new RemoteStatistics(state.token(), totals, chains, groups);
    }

    /** How the interconnect is. */
    public SurrogateState surrogateState() {
        return SurrogateState.valueOf(state.toUpperCase(Locale.ROOT));
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
                    Optional.empty()));
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
