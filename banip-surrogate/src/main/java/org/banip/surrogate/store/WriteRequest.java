package org.banip.surrogate.store;

import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/** One item on its way to a commit. */
record WriteRequest(
        InterconnectRecord interconnect, Sequenced item, long receivedNanos, Store.CommitListener listener) {
    boolean isKey() {
        return item instanceof Packet packet && packet.header().key();
    }

    int payloadBytes() {
        return item instanceof Packet packet ? packet.payload().length : 0;
    }
}
