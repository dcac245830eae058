package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.jspecify.annotations.Nullable;

/**
 * A group's turn at its decoder: the items that are decoded and stored one after the other, and what came of them. There is one for each group,
 * used again and again, so a turn makes no objects. It belongs to the thread that decodes, and while that thread has it
 * {@linkplain DecodeTurns#settle settled} to the interconnect's serial executor.
 */
final class DecodeTurn {
    final GroupReception reception;
    final List<Arrival> arrivals = new ArrayList<>();
    final Runnable run;
    final Runnable settle;

    /** Of the items done, bytes of their sensor sets. */
    private int[] lengths = new int[8];
    /** Of the items done, the sensor sets themselves, if live subscribers want them. */
    private byte[] @Nullable [] copies = new byte[8] @Nullable [];

    private boolean live;
    private int done;
    /** Why the next item did not decode. */
    @Nullable
    BanipException refusal;

    /** Whether the store had no room for the next item. */
    boolean full;

    /** Who decodes and may be given the next turn; null if somebody else must be. */
    @Nullable
    Thread worker;

    /** Who was given the next turn. */
    @Nullable
    Thread next;

    DecodeTurn(GroupReception reception, Consumer<DecodeTurn> run, Consumer<DecodeTurn> settle) {
        this.reception = reception;
        this.run = () -> run.accept(this);
        this.settle = () -> settle.accept(this);
    }

    /** Takes all that waits in the group. */
    void begin(boolean wanted) {
        arrivals.clear();
        reception.takeWaiting(arrivals);
        live = wanted;
        done = 0;
        refusal = null;
        full = false;
        if (lengths.length < arrivals.size()) {
            lengths = new int[arrivals.size() * 2];
            copies = new byte[lengths.length] @Nullable [];
        }
    }

    /** Whether live subscribers want the sensor sets. */
    boolean live() {
        return live;
    }

    /** The next item is decoded and with the store. */
    void done(int length, byte @Nullable [] copy) {
        lengths[done] = length;
        copies[done] = copy;
        done++;
    }

    int count() {
        return done;
    }

    int length(int index) {
        return lengths[index];
    }

    byte @Nullable [] copy(int index) {
        return copies[index];
    }

    /** Items that were not done. */
    List<Arrival> rest() {
        return arrivals.subList(done, arrivals.size());
    }

    /** Keeps nothing alive until the next turn. */
    void clear() {
        arrivals.clear();
        Arrays.fill(copies, 0, done, null);
        refusal = null;
    }
}
