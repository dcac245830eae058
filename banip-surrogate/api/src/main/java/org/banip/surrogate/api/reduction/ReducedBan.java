package org.banip.surrogate.api.reduction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.StartPoint;

/** What a reduction leaves of a BAN. Immutable. */
public final class ReducedBan {
    /** Beyond every number: nothing of what is stored. */
    private static final long NOTHING_STORED = Long.MAX_VALUE;

    private final int groupsOfBan;
    private final List<ReducedGroup> groups;
    private final BanDescription description;

    private ReducedBan(int groupsOfBan, List<ReducedGroup> groups, BanDescription description) {
        this.groupsOfBan = groupsOfBan;
        this.groups = groups;
        this.description = description;
    }

    /**
     * Applies a reduction to a BAN.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} if a channel is not known, the rate is not below that of any chosen group, it is too low, or
     *     nothing is left
     */
    public static ReducedBan of(BanDescription ban, Reduction wanted) {
        wanted.channels().forEach(wish -> checkKnown(ban, wish));
        List<ReducedGroup> groups = new ArrayList<>();
        for (int index = 0; index < ban.groups().size(); index++) {
            SensorGroup group = ban.groups().get(index);
            int[] channels = wanted.wants(group) ? chosen(group, wanted) : new int[0];
            if (channels.length > 0) {
                groups.add(ReducedGroup.of(index, group, channels, wanted.divisor(group.frequency())));
            }
        }
        if (groups.isEmpty()) {
            throw refused("the reduction leaves no channel; the BAN has " + listed(ban));
        }
        if (wanted.rate().isPresent() && groups.stream().allMatch(group -> group.divisor() == 1)) {
            throw refused("the rate " + wanted.rate().get() + " Hz is not below that of any chosen group; the BAN has "
                    + listed(ban));
        }
        List<SensorGroup> described =
                groups.stream().map(ReducedGroup::description).toList();
        return new ReducedBan(ban.groups().size(), List.copyOf(groups), new BanDescription(ban.id(), described));
    }

    private static int[] chosen(SensorGroup group, Reduction wanted) {
        return IntStream.range(0, group.channels().size())
                .filter(index -> wanted.channels().isEmpty()
                        || wanted.channels().stream().anyMatch(wish -> Reduction.names(wish, group, index)))
                .toArray();
    }

    private static void checkKnown(BanDescription ban, String wish) {
        boolean known = ban.groups().stream()
                .anyMatch(group -> IntStream.range(0, group.channels().size())
                        .anyMatch(index -> Reduction.names(wish, group, index)));
        if (!known) {
            throw refused("no channel " + Quoted.of(wish) + "; the BAN has " + listed(ban));
        }
    }

    private static String listed(BanDescription ban) {
        String all = ban.groups().stream()
                .map(group -> group.name() + " (" + group.frequency() + " Hz): "
                        + group.channels().stream()
                                .map(channel -> Quoted.of(channel.label()))
                                .collect(Collectors.joining(" ")))
                .collect(Collectors.joining("; "));
        return Quoted.line(all, 500);
    }

    static BanipException refused(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }

    /** What is left, as a BAN. */
    public BanDescription description() {
        return description;
    }

    List<ReducedGroup> groups() {
        return groups;
    }

    /** How many of the BAN's units become one in this group of the reduced feed. */
    public int divisor(int group) {
        return groups.get(group).divisor();
    }

    /**
     * The numbers with which a reduced feed begins if the whole one begins with these.
     *
     * @param nextSequences for each group of the BAN
     * @return for each group of the reduced feed
     */
    public List<Long> numbersAt(List<Long> nextSequences) {
        return groups.stream()
                .map(group -> ReducedNumbers.first(nextSequences.get(group.ofBan())))
                .toList();
    }

    /**
     * Where a subscription to the whole BAN has to begin, so that the reduced one begins there: as far before it as the filters
     * reach. What is not wanted is not read from the store.
     *
     * @param from in the numbers of the reduced feed; numbers beyond its groups are left out, and groups beyond its numbers are wanted from the beginning
     */
    public StartPoint ofWhole(StartPoint from) {
        if (!(from instanceof StartPoint.Stored stored)) {
            return from;
        }
        List<Long> numbers = stored.nextSequences();
        Long[] next = new Long[groupsOfBan];
        Arrays.fill(next, NOTHING_STORED);
        for (int index = 0; index < groups.size(); index++) {
            next[groups.get(index).ofBan()] = index >= numbers.size() ? 0 : ReducedNumbers.resumeAt(numbers.get(index));
        }
        return StartPoint.at(List.of(next));
    }
}
