package org.banip.gateway.mqtt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Future;
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
        private @Nullable Future<?> awaited;
        private boolean known;

        private Owed(int packetId) {
            this.packetId = packetId;
        }

        /** The result depends on this. */
        void awaits(Future<?> stored) {
            awaited = stored;
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

    /** The connection has ended: nobody waits any more. */
    void end() {
        for (Owed each : owed) {
            if (each.awaited != null) {
                each.awaited.cancel(false);
            }
        }
    }

    private void sendKnown() {
        while (!owed.isEmpty() && owed.element().known) {
            Owed first = owed.remove();
            sender.accept(first.packetId, first.refusal);
        }
    }
}
