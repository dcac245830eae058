package org.banip.surrogate.jini.host;

import java.util.ArrayDeque;
import java.util.Deque;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Parts that were begun one after the other, to be ended in the reverse order. One thread. */
final class Begun implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Begun.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** One more. */
    <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /** Ends all; one that fails keeps no other from it. */
    @Override
    public void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.error("- {} did not end in an orderly way", part.getClass().getSimpleName(), e);
            }
        }
    }
}
