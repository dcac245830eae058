package org.banip.gateway.mqtt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The acknowledgements that a connection owes. They leave in the order of the publications (MQTT 5, section 4.6), though the host may store groups in
 * another order. Belongs to the connection's event loop.
 */
final class PublicationAcks {
    /** An acknowledgement to be sent. */
    final class Owed {
        private final int packetId;
        private @Nullable Refusal refusal;
        private boolean known;

        private Owed(int packetId) {
            this.packetId = packetId;
        }

        /** The result: empty for success. */
        void result(@Nullable Refusal why) {
            refusal = why;
            known = true;
            sendKnown();
        }
    }

    private final Deque<Owed> owed = new ArrayDeque<>();
    private final BiConsumer<Integer, @Nullable Refusal> sender;

    /** Nothing is owed. The sender gets a packet identifier, and the refusal if it is one. */
    PublicationAcks(BiConsumer<Integer, @Nullable Refusal> sender) {
        this.sender = sender;
    }

    /** Adds one behind those that are owed. */
    Owed add(int packetId) {
        Owed last = new Owed(packetId);
        owed.add(last);
        return last;
    }

    /** How many are owed. */
    int size() {
        return owed.size();
    }

    private void sendKnown() {
        while (!owed.isEmpty() && owed.element().known) {
            Owed first = owed.remove();
            sender.accept(first.packetId, first.refusal);
        }
    }
}
