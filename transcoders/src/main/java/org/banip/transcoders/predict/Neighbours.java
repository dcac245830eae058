package org.banip.transcoders.predict;

/** The latest changes and remainders of all channels of the group, in coding order. */
final class Neighbours {
    private final Window changes = new Window(16);
    private final Window rests = new Window(8);

    void reset() {
        changes.reset();
        rests.reset();
    }

    /** Differences from the previous sample of the same channel. */
    Window changes() {
        return changes;
    }

    /** The differences, minus their predictions. */
    Window rests() {
        return rests;
    }
}
