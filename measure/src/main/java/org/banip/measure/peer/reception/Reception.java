package org.banip.measure.peer.reception;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/**
 * The application behind a peer of BANip, which must store each packet once and in order: it counts arrivals, drops duplicates, waits for missing
 * packets, and stores with the commit rule of the surrogate host. Any thread.
 */
public final class Reception implements Arrivals {
    private final Store store;
    private final InterconnectRecord record;
    private final HostClock clock = HostClock.system();
    private final List<ArrivingGroup> groups = new ArrayList<>();
    private final Store.CommitListener commits = new Store.CommitListener() {
        @Override
        public void committed(Sequenced item) {
            stored(item);
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            broken(cause);
        }
    };

    private long arrived;
    private long doubled;
    private long lost;
    private boolean waitsForRoom;
    private String problem = "";

    /** Nothing has arrived yet. */
    public Reception(Store store, InterconnectRecord record) {
        this.store = store;
        this.record = record;
        BanDescription ban = record.ban();
        for (int group = 0; group < ban.groups().size(); group++) {
            groups.add(new ArrivingGroup(group));
        }
    }

    @Override
    public BanDescription ban() {
        return record.ban();
    }

    @Override
    public void arrived(Packet packet, Runnable stored) {
        boolean already;
        synchronized (this) {
            packet.requireFits(record.ban().groups().get(packet.group()));
            arrived++;
            ArrivingGroup group = groups.get(packet.group());
            ArrivingGroup.Arrival arrival = group.arrive(packet, clock.epochNanos(), stored);
            doubled += arrival == ArrivingGroup.Arrival.FIRST ? 0 : 1;
            already = arrival == ArrivingGroup.Arrival.STORED;
            offerReady();
        }
        if (already) {
            stored.run();
        }
    }

    /** Offers the packets that are in order to the store, while there is room. */
    private synchronized void offerReady() {
        for (ArrivingGroup group : groups) {
            while (!waitsForRoom && group.ready().isPresent()) {
                ArrivingGroup.Waiting next = group.ready().get();
                if (store.offer(record, next.item(), next.receivedNanos(), commits)) {
                    group.offered(next.item());
                } else {
                    waitsForRoom = true;
                    store.whenRoom(this::roomAgain);
                }
            }
        }
    }

    private synchronized void roomAgain() {
        waitsForRoom = false;
        offerReady();
    }

    private void stored(Sequenced item) {
        List<Runnable> tell;
        synchronized (this) {
            tell = groups.get(item.group()).stored(item);
            notifyAll();
        }
        tell.forEach(Runnable::run);
    }

    private synchronized void broken(BanipException cause) {
        problem = String.valueOf(cause.getMessage());
        notifyAll();
    }

    @Override
    public synchronized long[] next() {
        return groups.stream().mapToLong(ArrivingGroup::durable).toArray();
    }

    /** Sensor sets that are durable. */
    public synchronized long storedUnits() {
        return groups.stream().mapToLong(ArrivingGroup::storedUnits).sum();
    }

    /**
     * Waits until this number of sensor sets is durable. Then, or after the time limit, stores gaps for the missing packets.
     *
     * @return whether they are
     */
    public boolean finish(long units, long timeoutNanos) throws InterruptedException {
        long until = System.nanoTime() + timeoutNanos;
        boolean complete = await(units, until);
        synchronized (this) {
            for (ArrivingGroup group : groups) {
                for (Gap gap = group.hole(); gap != null; gap = group.hole()) {
                    lost += gap.sequenceCount();
                    group.declare(gap, clock.epochNanos());
                    offerReady();
                }
            }
        }
        return complete;
    }

    private synchronized boolean await(long units, long until) throws InterruptedException {
        while (storedUnits() < units && problem.isEmpty()) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return problem.isEmpty();
    }

    /** What arrived so far. */
    public synchronized Counters counters() {
        return new Counters(arrived, doubled, lost, storedUnits(), problem);
    }

    /**
     * What arrived.
     *
     * @param arrived packets, however often
     * @param doubled duplicate packets
     * @param lost packets that never arrived although later ones did; known at the end
     * @param units sensor sets that are durable
     * @param problem error of the store, empty if there was none
     */
    public record Counters(long arrived, long doubled, long lost, long units, String problem) {}
}
