package org.banip.surrogate.viewer;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.server.audit.SeenPacket;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.store.DamagedItemException;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.StepsBack;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * One group's part of what came while a viewer was away: the newest of it, and how much is not among that. Or the tail of a group, for a viewer that
 * has just come. One thread at a time.
 */
final class UnseenGroup {
    private static final Logger LOG = ServerLog.of(UnseenGroup.class);

    /** Most items that are read back, of all groups together; each has an equal share. */
    private static final long MOST_ITEMS = 2000;
    /**
     * Most bytes of sensor sets that are decoded, of all groups together: they begin at a key packet, which may be long before what is wanted. It
     * takes seconds with the slowest standard chain. What is beyond counts as missed.
     */
    private static final long MOST_BYTES = 8L << 20;
    /** Least number of bytes that an item counts for. */
    private static final int LEAST_BYTES = 64;

    /** Most characters that wait to be written; likewise. */
    private static final long MOST_CHARACTERS = 1L << 20;

    /** A tail covers this time, and has at least {@link #TAIL_SETS} sensor sets. */
    private static final long TAIL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long TAIL_SETS = 60;
    private static final long FIRST_STEP = 8;

    private final SurrogateDescription surrogate;
    private final int group;
    private final long from;
    private final long end;
    private final BooleanSupplier over;
    private final SampleLayout layout;
    private final boolean tail;
    /** Where the events begin. */
    private long first;

    private final long mostCharacters;
    /** What may still be decoded. */
    private long bytesLeft;

    private final Deque<Event> events = new ArrayDeque<>();
    private long characters;
    /** Where the viewer goes on; null: not known. */
    private @Nullable Place seen;

    private long unreadable;
    private @Nullable String firstUnreadable;

    /** Where an item stands: its numbers, and its sensor sets on their sampling grid. */
    record Place(long sequence, long nextSequence, long originNanos, long firstUnit, long endUnit) {
        static Place of(Sequenced item) {
            return new Place(
                    item.sequence(), item.nextSequence(), item.originNanos(), item.firstUnit(), item.endUnit());
        }

        static Place before(Sequenced item) {
            return new Place(item.sequence(), item.sequence(), item.originNanos(), item.firstUnit(), item.firstUnit());
        }
    }

    /**
     * One event.
     *
     * @param group its group
     * @param place what it is about
     * @param name its name
     * @param document its data
     * @param shown what of sensor sets it shows
     */
    record Event(int group, Place place, String name, String document, Optional<SeenPacket> shown) {}

    /** How much is not among the events. */
    record Missed(long items, long units) {}

    /** From the number after what the viewer has seen, to the number after what came last. */
    static UnseenGroup after(long from, SurrogateDescription surrogate, int group, long end, BooleanSupplier over) {
        return new UnseenGroup(surrogate, group, from, end, over, false);
    }

    /** The last seconds before the number after what came last. Of what it leaves out, nothing is missed. */
    static UnseenGroup tail(SurrogateDescription surrogate, int group, long end, BooleanSupplier over) {
        return new UnseenGroup(surrogate, group, 0, end, over, true);
    }

    private UnseenGroup(
            SurrogateDescription surrogate, int group, long from, long end, BooleanSupplier over, boolean tail) {
        this.tail = tail;
        this.surrogate = surrogate;
        this.group = group;
        this.from = from;
        this.end = end;
        this.over = over;
        int groups = surrogate.ban().groups().size();
        layout = new SampleLayout(surrogate.ban().groups().get(group));
        first = Math.max(from, end - MOST_ITEMS / groups);
        mostCharacters = MOST_CHARACTERS / groups;
        bytesLeft = MOST_BYTES / groups;
    }

    /** The number it begins with. */
    long from() {
        return from;
    }

    /** Reads it, until it is over. */
    void read(HostParts parts, InterconnectRecord record) {
        if (from == end || over.getAsBoolean()) {
            return;
        }
        if (tail) {
            findTail(parts.store(), record);
        } else {
            findSeen(parts.store(), record);
        }
        TranscodingChain chain = TranscodingChain.parse(record.chains().get(group), parts.transcoders());
        try (ChainDecoder decoder = chain.newDecoder(record.ban(), group)) {
            long next = parts.store().lastKeyPacket(record, group, first).orElse(first);
            while (next < end && !over.getAsBoolean()) {
                next = readOn(parts.store(), record, next, item -> visit(decoder, item));
                decoder.lose();
            }
        }
    }

    /** Where it can be read on after damage; beyond any end if there was none. */
    private long readOn(Store store, InterconnectRecord record, long next, Store.SequencedVisitor visitor) {
        try {
            store.read(record, group, next, visitor);
            return Long.MAX_VALUE;
        } catch (DamagedItemException e) {
            unreadable(e);
            return e.resumeSequence();
        }
    }

    private void unreadable(BanipException cause) {
        firstUnreadable = unreadable == 0 ? cause.getMessage() : firstUnreadable;
        unreadable++;
    }

    /** Packets of events are on grids of their own. */
    private void findTail(Store store, InterconnectRecord record) {
        SensorGroup described = surrogate.ban().groups().get(group);
        boolean events = described.events().isPresent();
        long sets =
                events ? TAIL_SETS : Math.max(TAIL_SETS, described.frequency().unitAtOrAfter(TAIL_NANOS));
        first = Math.max(
                first,
                StepsBack.from(
                        new StepsBack.ItemsOf(store, record, group),
                        end,
                        FIRST_STEP,
                        2 * sets,
                        (one, last) -> one instanceof Packet
                                && one.originNanos() == last.originNanos()
                                && last.endUnit() - one.firstUnit() >= sets));
    }

    private void findSeen(Store store, InterconnectRecord record) {
        try {
            store.read(record, group, from, item -> {
                seen = item.sequence() == from ? Place.before(item) : null;
                return false;
            });
        } catch (DamagedItemException e) {
            LOG.debug("{}: where a viewer goes on is not known: {}", surrogate.session(), e.getMessage());
        }
    }

    private boolean visit(ChainDecoder decoder, Sequenced item) {
        if (item.sequence() >= end || over.getAsBoolean() || bytesLeft <= 0) {
            return false;
        }
        bytesLeft -= LEAST_BYTES;
        if (item instanceof Packet packet) {
            decode(decoder, packet);
        } else if (item.nextSequence() > first) {
            keep(item, "gap", SurrogateJson.gap(surrogate, (Gap) item), Optional.empty());
        }
        return true;
    }

    private void decode(ChainDecoder decoder, Packet packet) {
        Block block;
        try {
            block = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
        } catch (BanipException e) {
            unreadable(e);
            decoder.lose();
            return;
        }
        bytesLeft -= block.length();
        if (packet.sequence() >= first) {
            byte[] sets = Arrays.copyOf(block.bytes(), block.length());
            SensorData data = new SensorData(surrogate, packet.header(), layout, sets, 0);
            keep(packet, "data", SurrogateJson.stored(data), Optional.of(AuditedView.packet(data)));
        }
    }

    private void keep(Sequenced item, String name, String document, Optional<SeenPacket> shown) {
        events.add(new Event(group, Place.of(item), name, document, shown));
        characters += document.length();
        while (characters > mostCharacters) {
            characters -= events.remove().document().length();
        }
    }

    /**
     * What lies between what the viewer has seen, the events, and the end; to be asked once, when it is read.
     *
     * @param unitsPerPacket counted for each number of which nothing is known
     */
    Missed missed(long unitsPerPacket) {
        if (unreadable > 0) {
            LOG.error(
                    "{}: {} of group {} cannot be shown, the first: {}",
                    surrogate.session(),
                    Counted.of(unreadable, "stored item"),
                    group,
                    firstUnreadable);
        }
        if (tail) {
            return new Missed(0, 0);
        }
        long items = 0;
        long units = 0;
        long next = from;
        Place last = seen;
        for (Event event : events) {
            Place place = event.place();
            long hole = Math.max(0, place.sequence() - next);
            boolean sameGrid = last != null && last.originNanos() == place.originNanos();
            items += hole;
            units += hole > 0 && sameGrid && last != null
                    ? Math.max(hole, place.firstUnit() - last.endUnit())
                    : hole * unitsPerPacket;
            next = place.nextSequence();
            last = place;
        }
        long rest = Math.max(0, end - next);
        return new Missed(items + rest, units + rest * unitsPerPacket);
    }

    /** The next event, if there is one. */
    Optional<Event> next() {
        return Optional.ofNullable(events.poll());
    }
}
