package org.banip.surrogate;

import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.Meters;
import org.slf4j.Logger;

/** The extensions of a host that have started. One thread starts and stops them; any asks for their status. */
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
        return started.stream().flatMap(extension -> status(extension).stream()).toList();
    }

    private static Optional<String> status(HostExtension extension) {
        try {
            return extension.status();
        } catch (RuntimeException | LinkageError e) {
            LOG.error("extension {} does not tell its status", extension.name(), e);
            return Optional.of("extension " + extension.name() + " does not tell its status");
        }
    }

    /** Lets each add its meters. */
    void meters(Function<String, Meters> ofExtension) {
        started.forEach(extension -> {
            try {
                extension.meters(ofExtension.apply(extension.name()));
            } catch (RuntimeException | LinkageError e) {
                LOG.error("extension {} has no meters", extension.name(), e);
            }
        });
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
