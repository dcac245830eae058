package org.banip.measure.peer;

/**
 * Bytes of IP packets that were sent over a link.
 *
 * @param up by the sender
 * @param down by the receiver
 */
record LinkBytes(long up, long down) {
    /** No link, or no bytes yet. */
    static final LinkBytes NONE = new LinkBytes(0, 0);

    /** Both ways. */
    long both() {
        return up + down;
    }

    /** Bytes since an earlier count. */
    LinkBytes since(LinkBytes before) {
        return new LinkBytes(up - before.up, down - before.down);
    }
}
