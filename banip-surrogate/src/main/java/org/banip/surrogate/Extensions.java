package org.banip.surrogate;

import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.slf4j.Logger;

/** The extensions of a host that have started. Belongs to the thread that starts and closes the host; any thread may ask for the status. */
final class Extensions {
    private static final Logger LOG = ServerLog.of(Extensions.class);

    private final Deque<HostExtension> started = new ConcurrentLinkedDeque<>();

    /**
     * Starts one.
     *
     * @throws BanipException {@code INTERNAL} if it does not start
     */
    void start(HostExtension extension, ExtensionContext context) {
        try {
            extension.start(context);
        } catch (RuntimeException | LinkageError e) {
            throw new BanipException(
                    ErrorCode.INTERNAL, "extension " + extension.name() + " does not start: " + e.getMessage(), e);
        }
        started.push(extension);
        LOG.info("extension {} started", extension.name());
    }

    /** What each that has something to say tells the operator. */
    List<String> status() {
        return started.stream()
                .flatMap(extension -> extension.status().stream())
                .toList();
    }

    /** Stops all, the last one first. */
    void stop() {
        while (!started.isEmpty()) {
            HostExtension extension = started.pop();
            try {
                extension.stop();
                LOG.info("extension {} stopped", extension.name());
            } catch (RuntimeException | LinkageError e) {
                LOG.error("extension {} did not stop in an orderly way", extension.name(), e);
            }
        }
    }
}
