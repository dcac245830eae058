package org.banip.mbu.send;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Sensor sets on their way to the chain: a queue per service class, the more urgent one first, each bounded in bytes.
 *
 * <p>What finds no room is refused; the caller waits or declares it lost, in order. Guarded by its lock; the sink is called
 * without it, by one thread.
 */
final class SetQueue {
    /** Takes what leaves the queue, on the encoding thread. */
    interface Sink {
        /** Consecutive sensor sets; the block is the queue's again afterwards. */
        void sets(int group, Block sets);

        /** Sensor sets that are not there. */
        void lost(int group, long originNanos, long firstUnit, long units, Gap.Reason reason);

        /** What the chain holds back must come out. */
        void flush(int group);
    }

    /** What waits of one service class. */
    private static final class ClassQueue {
        final ArrayDeque<QueueItem> items = new ArrayDeque<>();
        int bytes;
    }

    /** Bytes beyond the bound for the declarations of what found no room. */
    private static final int DECLARATION_BYTES = 1024 * QueueItem.Lost.BYTES;

    private final List<SensorGroup> groups;
    private final int[] setBytes;
    private final int classBytes;
    private final List<GroupCounters> counters;
    private final Signal encoderWork;
    private final Signal sensorRoom;
    private final DropLog drops;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    /** What goes first stands first. */
    private final Map<ServiceClass, ClassQueue> queues = new LinkedHashMap<>();

    private final @Nullable QueueItem[] tails;
    /** Per group how many units wait. */
    private final int[] units;
    /** Per group how many units must wait before the encoding thread is woken. */
    private final int[] wakeUnits;
    /** Whether the sensing thread waits for room. */
    private boolean roomWanted;

    private volatile boolean closed;

    /** Empty queues for the groups of a BAN, in the policy's order; the signals wake the encoding and the sensing thread. */
    SetQueue(SendPolicy policy, List<GroupCounters> counters, Signal encoderWork, Signal sensorRoom, DropLog drops) {
        groups = policy.groups();
        classBytes = policy.queueBytes();
        this.counters = counters;
        this.encoderWork = encoderWork;
        this.sensorRoom = sensorRoom;
        this.drops = drops;
        setBytes = groups.stream().mapToInt(SensorGroup::setBytes).toArray();
        tails = new QueueItem[groups.size()];
        units = new int[groups.size()];
        wakeUnits = new int[groups.size()];
        Arrays.fill(wakeUnits, 1);
        for (ServiceClass of : policy.classes()) {
            queues.put(of, new ClassQueue());
        }
    }

    /** How many units of a group find room now; if none does, the sensing thread is woken when some is made. */
    int room(int group) {
        lock.lock();
        try {
            int room = roomLocked(group);
            roomWanted |= room == 0;
            return room;
        } finally {
            lock.unlock();
        }
    }

    /** How many more units of a group wake the encoding thread; at least 1. */
    int wanted(int group) {
        lock.lock();
        try {
            return Math.max(1, wakeUnits[group] - units[group]);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Wakes the encoding thread only when this number of units of a group waits, or no room is left; the thread looks by itself when its time
     * has come.
     *
     * @return whether this number waits already
     */
    boolean wakeAt(int group, int count) {
        lock.lock();
        try {
            wakeUnits[group] = count;
            return units[group] >= count;
        } finally {
            lock.unlock();
        }
    }

    private int roomLocked(int group) {
        return closed ? 0 : Math.max(0, (classBytes - queueOf(group).bytes) / setBytes[group]);
    }

    /**
     * Takes the block's units that find room, and says how many. If the group may wait, waits for room for the others, until the queue is
     * closed or the thread is interrupted, and stays so.
     */
    int offer(int group, Block sets, FullPolicy policy) {
        int done = offer(group, sets, 0);
        try {
            while (done < sets.unitCount() && policy == FullPolicy.WAIT && awaitRoom(group)) {
                done += offer(group, sets, done);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller gives up waiting: what is left counts as dropped
        }
        return done;
    }

    /** Waits until a unit of the group finds room; false if the queue was closed. */
    boolean awaitRoom(int group) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && roomLocked(group) == 0) {
                room.await();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Takes as many of the block's units, from number {@code from} on, as find room, and says how many. */
    int offer(int group, Block sets, int from) {
        boolean wakes;
        int taken;
        lock.lock();
        try {
            taken = Math.min(roomLocked(group), sets.unitCount() - from);
            if (taken > 0) {
                append(group, sets, from, taken);
            }
            wakes = taken < sets.unitCount() - from || units[group] >= wakeUnits[group];
        } finally {
            lock.unlock();
        }
        if (wakes) {
            encoderWork.raise();
        }
        return taken;
    }

    private void append(int group, Block sets, int from, int count) {
        long firstUnit = sets.firstUnit() + from;
        QueueItem tail = tails[group];
        QueueItem.Sets item;
        if (tail instanceof QueueItem.Sets last && last.continuedBy(sets.originNanos(), firstUnit)) {
            item = last;
        } else {
            item = new QueueItem.Sets(group, sets.originNanos(), firstUnit, setBytes[group], count);
            add(item);
        }
        int length = count * setBytes[group];
        item.append(sets.bytes(), from * setBytes[group], length);
        queueOf(group).bytes += length;
        units[group] += count;
        counters.get(group).unitsEntered.addAndGet(count);
    }

    /** Declares units lost, after all that was offered; false if there is no room even for that. */
    boolean lose(int group, long originNanos, long firstUnit, long lost, Gap.Reason reason) {
        if (reason == Gap.Reason.SPOOL_FULL && !closed) {
            drops.dropped(group, lost);
        }
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            if (tails[group] instanceof QueueItem.Lost last && last.continuedBy(originNanos, firstUnit, reason)) {
                last.units += lost; // the thread has been woken for what it continues
            } else if (queueOf(group).bytes < classBytes + DECLARATION_BYTES) {
                add(new QueueItem.Lost(group, originNanos, firstUnit, lost, reason));
                queueOf(group).bytes += QueueItem.Lost.BYTES;
                encoderWork.raise();
            } else {
                return false;
            }
            counters.get(group).unitsEntered.addAndGet(lost);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Asks that what the chain of a group holds back comes out, after all that was offered. */
    void flush(int group) {
        lock.lock();
        try {
            if (!(tails[group] instanceof QueueItem.Flush)) {
                add(new QueueItem.Flush(group));
            }
        } finally {
            lock.unlock();
            encoderWork.raise();
        }
    }

    private void add(QueueItem item) {
        queueOf(item.group).items.add(item);
        tails[item.group] = item;
    }

    /**
     * Hands the most urgent item that is admitted to the sink, or a part of it.
     *
     * @param admitted per service class how many units may leave now
     * @param into holds the sensor sets that leave
     * @return false if there was none
     */
    boolean take(ToIntFunction<ServiceClass> admitted, Block into, Sink sink) {
        QueueItem item = null;
        boolean wakesSensors;
        lock.lock();
        try {
            for (Map.Entry<ServiceClass, ClassQueue> queue : queues.entrySet()) {
                if (item == null && !queue.getValue().items.isEmpty()) {
                    item = remove(queue.getValue(), admitted.applyAsInt(queue.getKey()), into);
                }
            }
            room.signalAll();
            wakesSensors = item != null && roomWanted;
            roomWanted &= !wakesSensors;
        } finally {
            lock.unlock();
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

    /** Takes from the head of a queue what is admitted of it; sensor sets go into the block. */
    private @Nullable QueueItem remove(ClassQueue queue, int admitted, Block into) {
        QueueItem head = queue.items.element();
        if (admitted <= 0) {
            return null;
        }
        if (head instanceof QueueItem.Sets sets) {
            int taken = Math.min(admitted, sets.units());
            into.clear();
            into.append(sets.bytes, sets.start, taken * sets.setBytes);
            into.describe(sets.originNanos, sets.firstUnit, taken);
            sets.eat(taken);
            units[head.group] -= taken;
            queue.bytes -= taken * sets.setBytes;
            if (sets.units() > 0) {
                return head;
            }
        } else {
            queue.bytes -= head.bytes();
        }
        queue.items.remove();
        if (tails[head.group] == head) {
            tails[head.group] = null;
        }
        return head;
    }

    private static void hand(QueueItem item, Block taken, Sink sink) {
        if (item instanceof QueueItem.Sets) {
            sink.sets(item.group, taken);
        } else if (item instanceof QueueItem.Lost lost) {
            sink.lost(lost.group, lost.originNanos, lost.firstUnit, lost.units, lost.reason);
        } else {
            sink.flush(item.group);
        }
    }

    /** Whether it takes no more. */
    boolean isClosed() {
        return closed;
    }

    /** Whether nothing waits. */
    boolean isEmpty() {
        lock.lock();
        try {
            return queues.values().stream().allMatch(queue -> queue.items.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more; what waits can still be taken out. */
    void close() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
        } finally {
            lock.unlock();
        }
        encoderWork.raise();
        sensorRoom.raise();
    }

    private ClassQueue queueOf(int group) {
        ClassQueue queue = queues.get(groups.get(group).serviceClass());
        return Objects.requireNonNull(queue);
    }
}
