package org.banip.surrogate.viewer;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.store.InterconnectRecord;
import org.slf4j.Logger;

/**
 * What came while a viewer was away, read back from the store as the events it would have got: of each group what came last, if it is much. Or, for a
 * viewer that has just come, the tail of each group. Filled by the host's thread for that until it is ready, then emptied by the thread that writes.
 */
final class Unseen {
    private static final Logger LOG = ServerLog.of(Unseen.class);

    /** What is to be read is waited for until it is durable, so often, so long each time. */
    private static final int CHECKS = 60;

    private static final Duration CHECK = Duration.ofMillis(50);

    private final HostParts parts;
    private final SurrogateHandle handle;
    private final SurrogateDescription surrogate;
    private final BooleanSupplier over;
    private final Runnable whenReady;
    private final boolean tail;
    private final long[] end;
    private final List<UnseenGroup> groups;
    /** The same in the order in which their events go out: a gap before what fills it. */
    private final List<UnseenGroup> order;

    private volatile boolean ready;

    private long missedItems;
    private long missedUnits;

    /**
     * What came of this surrogate until now.
     *
     * @param seen what the viewer has seen, per group the number after it; empty: it has just come
     * @param viewerGone whether nobody wants it any more; any thread
     * @param whenReady run once, when all was read that can be
     */
    Unseen(
            HostParts parts,
            SurrogateHandle handle,
            Optional<long[]> seen,
            BooleanSupplier viewerGone,
            Runnable whenReady) {
        this.parts = parts;
        this.handle = handle;
        this.whenReady = whenReady;
        tail = seen.isEmpty();
        surrogate = handle.description();
        over = () -> viewerGone.getAsBoolean() || parts.workers().stopping();
        end = Arrays.copyOf(received(handle), surrogate.ban().groups().size()); // groups may be added at this moment
        // Nobody has seen more than there is, unless the store was put back to what it was before.
        groups = IntStream.range(0, end.length)
                .mapToObj(group -> seen.map(of -> UnseenGroup.after(
                                Math.min(group < of.length ? of[group] : 0, end[group]),
                                surrogate,
                                group,
                                end[group],
                                over))
                        .orElseGet(() -> UnseenGroup.tail(surrogate, group, end[group], over)))
                .toList();
        order = inOrder(surrogate.ban(), groups);
    }

    /** First the groups that have nothing late of others. */
    private static List<UnseenGroup> inOrder(BanDescription ban, List<UnseenGroup> groups) {
        List<UnseenGroup> late = IntStream.range(0, groups.size())
                .flatMap(group -> ban.lateGroupOf(group).stream())
                .mapToObj(groups::get)
                .toList();
        return Stream.concat(groups.stream().filter(group -> !late.contains(group)), late.stream())
                .toList();
    }

    /** Per group the number after what came last. */
    static long[] received(SurrogateHandle surrogate) {
        return surrogate.statistics().groups().stream()
                .mapToLong(GroupStatistics::receivedSequence)
                .toArray();
    }

    /** Whether it is the tail of each group. */
    boolean isTail() {
        return tail;
    }

    /** Per group the number it begins with. */
    long[] from() {
        return groups.stream().mapToLong(UnseenGroup::from).toArray();
    }

    /** Per group the number after it. */
    long[] end() {
        return end.clone();
    }

    /** Has it read; what cannot be read counts as missed. */
    void begin() {
        check(CHECKS);
    }

    private void check(int checks) {
        if (!parts.workers().readAside(() -> waitOrRead(checks))) {
            LOG.info("{}: a viewer misses what came before: too many wait for theirs", surrogate.session());
            tell();
        }
    }

    private void waitOrRead(int checks) {
        if (checks > 0 && !over.getAsBoolean() && !durable()) {
            parts.workers().deadlines().after(CHECK, () -> check(checks - 1));
            return;
        }
        try {
            read();
        } catch (BanipException e) {
            LOG.warn("{}: a viewer misses what came before: {}", surrogate.session(), e.getMessage());
        } catch (RuntimeException | Error e) {
            // A decoder, a driver or the class path: what is live goes on.
            LOG.error("{}: a viewer misses what came before", surrogate.session(), e);
        }
        tell();
    }

    private boolean durable() {
        List<GroupStatistics> now = handle.statistics().groups();
        return IntStream.range(0, end.length).allMatch(group -> now.get(group).nextSequence() >= end[group]);
    }

    private void read() {
        Optional<InterconnectRecord> record =
                over.getAsBoolean() ? Optional.empty() : parts.store().find(surrogate.session());
        if (record.isPresent()) {
            groups.forEach(group -> group.read(parts, record.get()));
        }
    }

    private void tell() {
        List<GroupStatistics> now = handle.statistics().groups();
        for (int group = 0; group < end.length; group++) {
            UnseenGroup.Missed missed = groups.get(group).missed(unitsPerPacket(now.get(group)));
            missedItems += missed.items();
            missedUnits += missed.units();
        }
        ready = true;
        whenReady.run();
    }

    private static long unitsPerPacket(GroupStatistics group) {
        return Math.max(1, group.units() / Math.max(1, group.packets()));
    }

    /** Whether all was read that can be. */
    boolean ready() {
        return ready;
    }

    /** The next event, if there is one. */
    Optional<UnseenGroup.Event> next() {
        return order.stream().map(UnseenGroup::next).flatMap(Optional::stream).findFirst();
    }

    /** What was left out because it was too much or could not be read, as a document, once; empty if nothing was. */
    Optional<String> takeMissed() {
        long items = missedItems;
        missedItems = 0;
        return items == 0 ? Optional.empty() : Optional.of(SurrogateJson.missed(items, missedUnits));
    }
}
