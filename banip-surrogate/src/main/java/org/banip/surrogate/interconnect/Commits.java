package org.banip.surrogate.interconnect;

import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.Store.CommitListener;

/**
 * What the store's writer tells of the items of an interconnect. The writer is not held up: it takes note and goes on. One task on the interconnect's
 * serial executor acknowledges all that was noted before it begins.
 */
final class Commits implements CommitListener {
    private final InterconnectParts shared;
    private final HostParts parts;
    private final Resynchronisation resynchronisation;
    private final Runnable acknowledgeInOrder;
    private final StoredBytes stored;
    /** Which groups are alarms: their acknowledgements do not wait. */
    private final boolean[] alarms;
    /** Set by the store's writer before it notes the commit. */
    private volatile boolean urgent;

    private final AtomicBoolean noted = new AtomicBoolean();

    /** Nothing is noted yet; {@code acknowledge} runs on the interconnect's serial executor. */
    Commits(InterconnectParts shared, Resynchronisation resynchronisation, Runnable acknowledge) {
        this.shared = shared;
        this.resynchronisation = resynchronisation;
        parts = shared.parts;
        acknowledgeInOrder = () -> shared.executor.execute(acknowledge);
        stored = new StoredBytes(parts.clock().monotonicNanos());
        alarms = new boolean[shared.receptions.size()];
        for (int group = 0; group < alarms.length; group++) {
            alarms[group] = shared.receptions.get(group).group().serviceClass() == ServiceClass.ALARM;
        }
    }

    @Override
    public void committed(Sequenced item) {
        shared.acknowledged.durable(item.group(), item.nextSequence());
        if (alarms[item.group()]) {
            stored.acknowledged();
            urgent = true;
        } else if (item instanceof Packet packet
                && stored.add(packet.payload().length, parts.clock().monotonicNanos())) {
            urgent = true;
        }
        resynchronisation.settled();
        note();
    }

    @Override
    public void failed(Sequenced item, BanipException cause) {
        resynchronisation.failed(cause);
        resynchronisation.settled();
        note();
    }

    /** Lets the task run once more. Any thread. */
    void note() {
        if (noted.compareAndSet(false, true)) {
            parts.workers().soonTogether(acknowledgeInOrder);
        }
    }

    /** The task begins: what is noted from now on has a task of its own. */
    void begin() {
        noted.set(false);
    }

    /** Whether something that was committed is to be acknowledged at once. Only the task calls this. */
    boolean takeUrgency() {
        boolean atOnce = urgent;
        if (atOnce) {
            urgent = false; // what is noted from now on has a task of its own
        }
        return atOnce;
    }
}
