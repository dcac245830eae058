package org.banip.transcoders.predict;

/** What the samples coded last had in them, whichever channel they are of, in the order of coding. */
final class Neighbours {
    private final Window changes = new Window(16);
    private final Window rests = new Window(8);

    void reset() {
        changes.reset();
        rests.reset();
    }

    /** Differences from the sample before in the same channel. */
    Window changes() {
        return changes;
    }

    /** What prediction left of them. */
    Window rests() {
        return rests;
    }
}
