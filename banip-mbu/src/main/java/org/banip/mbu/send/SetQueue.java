package org.banip.mbu.send;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.send.QueuedItem.Flush;
import org.banip.mbu.send.QueuedItem.Lost;
import org.banip.mbu.send.QueuedItem.Sets;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.jspecify.annotations.Nullable;

/**
 * Sensor sets that wait for the chain. There is a queue for each service class, bounded in bytes. The most urgent queue goes first.
 *
 * <p>Sensor sets without room are refused. The caller waits, or declares them lost in order. Guarded by itself. One thread calls the sink,
 * without holding the monitor.
 */
final class SetQueue {
    /** Takes items from the queue, on the encoding thread. */
    interface Sink {
        /** Consecutive sensor sets. After the call the block belongs to the queue again. */
        void sets(int group, Block sets);

        /** A group is back since this instant after its retirement, which is lost next. Any thread, if the retirement was lost before. */
        void back(int group, long nanos);

        /** Lost sensor sets. */
        void lost(int group, long originNanos, long firstUnit, long units, Gap.Reason reason);

        /** The chain must release the sensor sets that it holds back. */
        void flush(int group);
    }

    /** The items of one service class. */
    private static final class ClassQueue {
        final ArrayDeque<QueuedItem> items = new ArrayDeque<>();
        int bytes;
    }

    /** The bytes that a declaration of lost units counts for. */
    static final int LOST_BYTES = 64;
    /** Bytes beyond the bound for declarations of sensor sets without room. */
    private static final int DECLARATION_BYTES = 1024 * LOST_BYTES;

    private final List<SensorGroup> groups;
    private final int[] setBytes;
    private final int classBytes;
    private final List<GroupCounters> counters;
    private final WakeUp encoderWork;
    private final WakeUp sensorRoom;
    private final DropLog drops;

    /** In order of urgency. */
    private final Map<ServiceClass, ClassQueue> queues = new LinkedHashMap<>();

    private final @Nullable QueuedItem[] tails;
    private final WaitingRetirements retirements;
    private final Watermarks watermarks;
    /** Whether the sensing thread waits for room. */
    private boolean roomWanted;

    private volatile boolean closed;

    /** Empty queues for the groups of a BAN, in the policy's order. The wake-ups wake the encoding thread and the sensing thread. */
    SetQueue(SendPolicy policy, List<GroupCounters> counters, WakeUp encoderWork, WakeUp sensorRoom, DropLog drops) {
        groups = policy.groups();
        classBytes = policy.queueBytes();
        this.counters = counters;
        this.encoderWork = encoderWork;
        this.sensorRoom = sensorRoom;
        this.drops = drops;
        setBytes = new int[BanDescription.MAX_GROUPS];
        for (int g = 0; g < groups.size(); g++) {
            setBytes[g] = groups.get(g).setBytes();
        }
        tails = new QueuedItem[BanDescription.MAX_GROUPS];
        retirements = new WaitingRetirements(BanDescription.MAX_GROUPS);
        watermarks = new Watermarks(BanDescription.MAX_GROUPS);
        for (ServiceClass of : policy.classes()) {
            queues.put(of, new ClassQueue());
        }
    }

    /** The policy has one more group, the last one. */
    synchronized void addGroup() {
        int group = groups.size() - 1;
        setBytes[group] = groups.get(group).setBytes();
        drops.addGroup();
    }

    /** How many units of a group have room now. If none has, the sensing thread is woken when there is room. */
    synchronized int room(int group) {
        int room = roomFor(group);
        roomWanted |= room == 0;
        return room;
    }

    /** How many more units of a group wake the encoding thread; at least 1. */
    synchronized int wanted(int group) {
        return watermarks.missing(group);
    }

    /**
     * Wakes the encoding thread only when this number of units of a group waits, or when there is no room left. The thread wakes by itself at the
     * time that it has set.
     *
     * @return whether this number already waits
     */
    synchronized boolean wakeAt(int group, int count) {
        return watermarks.set(group, count);
    }

    private int roomFor(int group) {
        return closed ? 0 : Math.max(0, (classBytes - queueOf(group).bytes) / setBytes[group]);
    }

    /**
     * Takes the units of the block that have room, and returns their number. If the policy is to wait, waits until the other units have room, the
     * queue is closed, or the thread is interrupted. In the last case the thread stays interrupted. If the policy is to refuse, takes all or nothing.
     */
    int offer(int group, Block sets, FullPolicy policy) {
        int done = offer(group, sets, 0, policy == FullPolicy.REFUSE ? sets.unitCount() : 1);
        try {
            while (done < sets.unitCount() && policy == FullPolicy.WAIT && awaitRoom(group)) {
                done += offer(group, sets, done);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller stops waiting; the rest counts as dropped
        }
        return done;
    }

    /** Waits until there is room for a unit of the group. Returns false if the queue was closed. */
    synchronized boolean awaitRoom(int group) throws InterruptedException {
        while (!closed && roomFor(group) == 0) {
            wait();
        }
        return !closed;
    }

    /** Takes the block's units from number {@code from} on, as many as have room. Returns how many it took. */
    int offer(int group, Block sets, int from) {
        return offer(group, sets, from, 1);
    }

    /** Takes nothing if fewer than {@code least} have room. */
    private int offer(int group, Block sets, int from, int least) {
        boolean wakes;
        int taken;
        synchronized (this) {
            taken = Math.min(roomFor(group), sets.unitCount() - from);
            taken = taken < least ? 0 : taken;
            if (taken > 0) {
                append(group, sets, from, taken);
            }
            wakes = taken < sets.unitCount() - from || watermarks.isReached(group);
        }
        if (wakes) {
            encoderWork.raise();
        }
        return taken;
    }

    /**
     * Declares the units before the block lost, and takes all of the block; or does neither if the block has no room.
     *
     * @param lost how many units, directly before the block and on its grid
     */
    boolean offerBehindSilence(int group, long lost, Block sets) {
        boolean taken;
        synchronized (this) {
            taken = roomFor(group) >= sets.unitCount()
                    && lose(group, sets.originNanos(), sets.firstUnit() - lost, lost, Gap.Reason.SENSOR_SILENT);
            if (taken) {
                append(group, sets, 0, sets.unitCount());
            }
        }
        encoderWork.raise();
        return taken;
    }

    private void append(int group, Block sets, int from, int count) {
        long firstUnit = sets.firstUnit() + from;
        int length = count * setBytes[group];
        Sets item;
        if (tails[group] instanceof Sets last && last.continuedBy(sets.originNanos(), firstUnit)) {
            item = last;
        } else {
            item = new Sets(group, sets.originNanos(), firstUnit, length);
            add(item);
        }
        item.append(sets, from, count, setBytes[group]);
        queueOf(group).bytes += length;
        watermarks.add(group, count);
        counters.get(group).unitsEntered.addAndGet(count);
    }

    /**
     * Declares units lost, after everything that was offered before. Returns false if the queue is closed. It also returns false if there is no
     * room for another declaration, and the new one neither continues the last one nor is the first after sensor sets. So the losses of a sensor
     * that the MBU reads are always declared, even if other groups declare many.
     */
    boolean lose(int group, long originNanos, long firstUnit, long lost, Gap.Reason reason) {
        if (reason == Gap.Reason.SPOOL_FULL && !closed) {
            drops.dropped(group, lost);
        }
        synchronized (this) {
            if (closed) {
                return false;
            }
            if (tails[group] instanceof Lost last && last.continuedBy(originNanos, firstUnit, reason)) {
                last.units += lost; // the declaration that it continues has woken the thread
            } else if (!(tails[group] instanceof Lost) || queueOf(group).bytes < classBytes + DECLARATION_BYTES) {
                // The first declaration after sensor sets is always accepted. Consecutive losses of a sensor need no
                // second one.
                add(new Lost(group, originNanos, firstUnit, lost, reason));
                queueOf(group).bytes += LOST_BYTES;
                encoderWork.raise();
            } else {
                return false;
            }
            counters.get(group).unitsEntered.addAndGet(lost);
            return true;
        }
    }

    /**
     * Declares a group retired, after everything that was offered before. There is room for it, because something was offered since the last time.
     *
     * @param unit the unit that would come next
     * @return false if the queue is closed
     */
    boolean retire(int group, long originNanos, long unit) {
        synchronized (this) {
            if (closed) {
                return false;
            }
            Lost retirement = new Lost(group, originNanos, unit, 1, Gap.Reason.RETIRED);
            add(retirement);
            retirements.waits(retirement);
            queueOf(group).bytes += LOST_BYTES;
            counters.get(group).unitsEntered.incrementAndGet();
        }
        encoderWork.raise();
        return true;
    }

    /** Where it is noted that groups are back; before the first retirement. */
    void noteReturns(Sink to) {
        retirements.noteReturns(to);
    }

    /**
     * A retired group is back: its next units will be offered. An MBU that is killed before they are in a packet must know that they are missing.
     *
     * @param nanos instant of the first one
     */
    void back(int group, long nanos) {
        synchronized (this) {
            if (retirements.isBack(group, nanos)) {
                return;
            }
        }
        retirements.tell(group, nanos);
    }

    /** Counts and reports sensor sets that an app offered out of order. They do not enter the queue. */
    void refuse(int group, int count) {
        counters.get(group).unitsOutOfOrder.addAndGet(count);
        drops.refused(group, count);
    }

    /** Requests that the chain of a group releases what it holds back, after everything that was offered before. */
    void flush(int group) {
        synchronized (this) {
            if (!(tails[group] instanceof Flush)) {
                add(new Flush(group));
            }
        }
        encoderWork.raise();
    }

    private void add(QueuedItem item) {
        queueOf(item.group).items.add(item);
        tails[item.group] = item;
    }

    /**
     * Passes the most urgent admitted item, or a part of it, to the sink.
     *
     * @param admitted how many units of each service class may leave now
     * @param into gets the sensor sets that leave
     * @return false if there was none
     */
    boolean take(ToIntFunction<ServiceClass> admitted, Block into, Sink sink) {
        QueuedItem item = null;
        boolean wakesSensors;
        synchronized (this) {
            for (Map.Entry<ServiceClass, ClassQueue> queue : queues.entrySet()) {
                if (item == null && !queue.getValue().items.isEmpty()) {
                    item = remove(queue.getValue(), admitted.applyAsInt(queue.getKey()), into);
                }
            }
            notifyAll();
            wakesSensors = item != null && roomWanted;
            roomWanted &= !wakesSensors;
        }
        if (item == null) {
            return false;
        }
        if (wakesSensors) {
            sensorRoom.raise();
        }
        hand(item, into, sink);
        return true;
    }

    /** Takes the admitted part from the head of a queue. Sensor sets go into the block. */
    private @Nullable QueuedItem remove(ClassQueue queue, int admitted, Block into) {
        QueuedItem head = queue.items.element();
        if (admitted <= 0) {
            return null;
        }
        if (head instanceof Sets sets && remove(queue, sets, admitted, into)) {
            return head;
        }
        if (head instanceof Lost) {
            queue.bytes -= LOST_BYTES;
        }
        retirements.leaves(head);
        queue.items.remove();
        if (tails[head.group] == head) {
            tails[head.group] = null;
        }
        return head;
    }

    /** Takes sensor sets from the front. Returns whether some are left. */
    private boolean remove(ClassQueue queue, Sets sets, int admitted, Block into) {
        int left = sets.unitsLeft();
        int taken = Math.min(admitted, left);
        sets.take(taken, setBytes[sets.group], into);
        watermarks.remove(sets.group, taken);
        queue.bytes -= taken * setBytes[sets.group];
        return taken < left;
    }

    private static void hand(QueuedItem item, Block taken, Sink sink) {
        if (item instanceof Sets) {
            sink.sets(item.group, taken);
        } else if (item instanceof Lost lost) {
            lost.backNanos.ifPresent(nanos -> sink.back(lost.group, nanos));
            sink.lost(lost.group, lost.originNanos, lost.firstUnit, lost.units, lost.reason);
        } else {
            sink.flush(item.group);
        }
    }

    /** Whether the queue is closed. */
    boolean isClosed() {
        return closed;
    }

    /** Whether the queue is empty. */
    synchronized boolean isEmpty() {
        return queues.values().stream().allMatch(queue -> queue.items.isEmpty());
    }

    /** Closes the queue for new items. The waiting items can still be taken. */
    void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        encoderWork.raise();
        sensorRoom.raise();
    }

    private ClassQueue queueOf(int group) {
        ClassQueue queue = queues.get(groups.get(group).serviceClass());
        return Objects.requireNonNull(queue);
    }
}
