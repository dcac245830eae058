package org.banip.measure.jini;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Sequenced;
import org.banip.measure.cpi.process.Console;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/** A store that measures how long after its sampling each item is durable. Any thread. */
final class TimedStore implements Store {
    private final Store store;
    private final DueTimes times;

    TimedStore(Store store, DueTimes times) {
        this.store = store;
        this.times = times;
    }

    @Override
    public boolean offer(InterconnectRecord interconnect, Sequenced item, long receivedNanos, CommitListener listener) {
        Frequency frequency = interconnect.ban().groups().get(item.group()).frequency();
        long sampled = frequency.instantNanos(item.originNanos(), item.endUnit() - 1);
        CommitListener timed = new CommitListener() {
            @Override
            public void committed(Sequenced stored) {
                times.happened(sampled, Console.epochNanos());
                listener.committed(stored);
            }

            @Override
            public void failed(Sequenced refused, BanipException cause) {
                listener.failed(refused, cause);
            }
        };
        return store.offer(interconnect, item, receivedNanos, timed);
    }

    @Override
    public Optional<InterconnectRecord> find(UUID session) {
        return store.find(session);
    }

    @Override
    public InterconnectRecord create(InterconnectRecord record) {
        return store.create(record);
    }

    @Override
    public InterconnectRecord takeOver(InterconnectRecord found) {
        return store.takeOver(found);
    }

    @Override
    public InterconnectRecord addGroups(InterconnectRecord with) {
        return store.addGroups(with);
    }

    @Override
    public OptionalLong epoch(InterconnectRecord interconnect) {
        return store.epoch(interconnect);
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public boolean removeIfEmpty(InterconnectRecord interconnect) {
        return store.removeIfEmpty(interconnect);
    }

    @Override
    public void removeEmpty(long registeredBeforeNanos) {
        store.removeEmpty(registeredBeforeNanos);
    }

    @Override
    public OptionalLong freeBytes() {
        return store.freeBytes();
    }

    @Override
    public void checkWritable(Duration patience) {
        store.checkWritable(patience);
    }

    @Override
    public boolean takesWrites() {
        return store.takesWrites();
    }

    @Override
    public List<InterconnectRecord> interconnects() {
        return store.interconnects();
    }

    @Override
    public List<InterconnectRecord> interconnectsSince(
            long receivedNanos, Predicate<InterconnectRecord> wanted, int most) {
        return store.interconnectsSince(receivedNanos, wanted, most);
    }

    @Override
    public long[] nextSequences(InterconnectRecord interconnect) {
        return store.nextSequences(interconnect);
    }

    @Override
    public void whenRoom(Runnable task) {
        store.whenRoom(task);
    }

    @Override
    public void read(InterconnectRecord interconnect, int group, long fromSequence, SequencedVisitor visitor) {
        store.read(interconnect, group, fromSequence, visitor);
    }

    @Override
    public Optional<Long> lastKeyPacket(InterconnectRecord interconnect, int group, long sequence) {
        return store.lastKeyPacket(interconnect, group, sequence);
    }

    @Override
    public StoreStatistics statistics() {
        return store.statistics();
    }

    @Override
    public void close() {
        store.close();
    }
}
