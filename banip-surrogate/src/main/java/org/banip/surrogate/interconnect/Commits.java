package org.banip.surrogate.interconnect;

import java.util.concurrent.atomic.AtomicBoolean;
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
    }

    @Override
    public void committed(Sequenced item) {
        shared.acknowledged.durable(item.group(), item.nextSequence());
        if (shared.receptions.get(item.group()).isAlarm()) { // their acknowledgements do not wait
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
