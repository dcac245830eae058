package org.banip.surrogate.viewer;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.activation.GroupStatistics;
import org.banip.surrogate.activation.SurrogateHandle;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.store.DamagedItemException;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.subscriber.SensorData;
import org.banip.surrogate.subscriber.SurrogateDescription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What came while a viewer was away, read back from the store as the events it would have got: of each group what came last, if
 * it is much. Filled by the session's worker until it is ready, then emptied by whoever writes.
 */
final class Unseen {
    private static final Logger LOG = LoggerFactory.getLogger(Unseen.class);

    /** Most items that are read back, of all groups together. */
    private static final long MOST_ITEMS = 20_000;
    /** Most characters that wait to be written. */
    private static final long MOST_CHARACTERS = 8L << 20;
    /** What is to be read is waited for until it is durable, so often, so long each time. */
    private static final int CHECKS = 60;

    private static final long CHECK_MILLIS = 50;

    private final HostParts parts;
    private final SurrogateHandle handle;
    private final SurrogateDescription surrogate;
    private final long[] from;
    private final long[] end;
    private volatile boolean ready;

    private final Deque<Event> events = new ArrayDeque<>();
    private long characters;
    private long missedItems;
    private long missedUnits;

    /**
     * One event.
     *
     * @param group its group
     * @param nextSequence the number after it
     * @param units sensor sets it is about
     * @param name its name
     * @param document its data
     */
    record Event(int group, long nextSequence, long units, String name, String document) {}

    /** All that came of this surrogate until now, after what the viewer has seen: per group the number after it. */
    Unseen(HostParts parts, SurrogateHandle handle, long[] seen) {
        this.parts = parts;
        this.handle = handle;
        surrogate = handle.description();
        end = received(handle);
        // Nobody has seen more than there is, unless the store was put back to what it was before.
        from = IntStream.range(0, end.length)
                .mapToLong(group -> Math.min(seen[group], end[group]))
                .toArray();
    }

    /** Per group the number after what came last. */
    static long[] received(SurrogateHandle surrogate) {
        return surrogate.statistics().groups().stream()
                .mapToLong(GroupStatistics::receivedSequence)
                .toArray();
    }

    /** Per group the number it begins with. */
    long[] from() {
        return from.clone();
    }

    /** Has it read; what cannot be read stays unseen. */
    void begin(Runnable whenReady) {
        check(CHECKS, whenReady);
    }

    private void check(int checks, Runnable whenReady) {
        try {
            parts.workers().inOrder(surrogate.session(), () -> {
                if (checks > 0 && !durable()) {
                    parts.workers().later(CHECK_MILLIS, () -> check(checks - 1, whenReady));
                } else {
                    readAndTell(whenReady);
                }
            });
        } catch (BanipException e) {
            LOG.debug("{}: a viewer misses what came before: {}", surrogate.session(), e.getMessage());
            ready = true;
            whenReady.run();
        }
    }

    private boolean durable() {
        List<GroupStatistics> groups = handle.statistics().groups();
        return IntStream.range(0, end.length)
                .allMatch(group -> groups.get(group).nextSequence() >= end[group]);
    }

    private void readAndTell(Runnable whenReady) {
        try {
            read();
        } finally {
            ready = true;
            whenReady.run();
        }
    }

    private void read() {
        try {
            Optional<InterconnectRecord> record = parts.store().find(surrogate.session());
            for (int group = 0; record.isPresent() && group < end.length; group++) {
                long first = Math.max(from[group], end[group] - MOST_ITEMS / end.length);
                missedItems += first - from[group];
                if (first < end[group]) {
                    read(record.get(), group, first);
                }
            }
        } catch (BanipException e) {
            LOG.warn("{}: a viewer misses what came before: {}", surrogate.session(), e.getMessage());
        }
    }

    private void read(InterconnectRecord record, int group, long first) {
        SensorGroup described = record.ban().groups().get(group);
        TranscodingChain chain = TranscodingChain.parse(record.chains().get(group), parts.transcoders());
        try (ChainDecoder decoder = chain.newDecoder(described)) {
            GroupRead reading = new GroupRead(described, decoder, first, end[group]);
            long next = parts.store().lastKeyPacket(record, group, first).orElse(first);
            while (next < end[group]) {
                next = readOn(record, group, next, reading);
            }
        }
    }

    private long readOn(InterconnectRecord record, int group, long next, GroupRead reading) {
        try {
            parts.store().read(record, group, next, reading::visit);
            return Long.MAX_VALUE;
        } catch (DamagedItemException e) {
            LOG.error("{}: {}", surrogate.session(), e.getMessage());
            reading.decoder.lose();
            return e.resumeSequence();
        }
    }

    /** Decodes one group's items, and keeps those that were not seen. */
    private final class GroupRead {
        private final SampleLayout layout;
        private final ChainDecoder decoder;
        private final long first;
        private final long after;

        GroupRead(SensorGroup group, ChainDecoder decoder, long first, long after) {
            layout = new SampleLayout(group);
            this.decoder = decoder;
            this.first = first;
            this.after = after;
        }

        boolean visit(Sequenced item) {
            if (item.sequence() >= after) {
                return false;
            }
            if (item instanceof Packet packet) {
                decode(packet);
            } else if (item.nextSequence() > first) {
                Gap gap = (Gap) item;
                keep(item, gap.unitCount(), "gap", SurrogateJson.gap(surrogate, gap));
            }
            return true;
        }

        private void decode(Packet packet) {
            Block block;
            try {
                block = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
            } catch (BanipException e) {
                LOG.error("{}: stored {}", surrogate.session(), e.getMessage());
                decoder.lose();
                return;
            }
            if (packet.sequence() >= first) {
                byte[] sets = Arrays.copyOf(block.bytes(), block.length());
                SensorData data = new SensorData(surrogate, packet.header(), layout, sets, 0);
                keep(packet, data.unitCount(), "data", SurrogateJson.stored(data));
            }
        }
    }

    private void keep(Sequenced item, long units, String name, String document) {
        events.add(new Event(item.group(), item.nextSequence(), units, name, document));
        characters += document.length();
        while (characters > MOST_CHARACTERS) {
            Event dropped = events.remove();
            characters -= dropped.document().length();
            missedItems++;
            missedUnits += dropped.units();
        }
    }

    /** Whether all was read that can be. */
    boolean ready() {
        return ready;
    }

    /** The next event, if there is one. */
    Optional<Event> next() {
        return Optional.ofNullable(events.poll());
    }

    /** What was left out because it was too much, as a document, once; empty if nothing was. */
    Optional<String> takeMissed() {
        long items = missedItems;
        missedItems = 0;
        return items == 0 ? Optional.empty() : Optional.of(SurrogateJson.missed(items, missedUnits));
    }
}
