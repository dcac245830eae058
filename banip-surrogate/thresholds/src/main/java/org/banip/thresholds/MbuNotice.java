package org.banip.thresholds;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.error.BanipException;
import org.banip.surrogate.api.SurrogateHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the MBU of alerts by a command over the reverse channel; those beyond what may wait for an answer are left out. Any thread. */
final class MbuNotice {
    private static final Logger LOG = LoggerFactory.getLogger(MbuNotice.class);
    /** Unanswered commands; the host allows 64 to all who send some. */
    private static final int MOST_OPEN = 8;

    private final SurrogateHandle mbu;
    private final String command;
    private final String id;
    private final AtomicInteger open = new AtomicInteger();

    MbuNotice(SurrogateHandle mbu, String command, String id) {
        this.mbu = mbu;
        this.command = command;
        this.id = id;
    }

    void send(String json) {
        if (open.incrementAndGet() > MOST_OPEN) {
            open.decrementAndGet();
            LOG.debug("{}: the MBU has not answered {} commands, this alert is not sent", id, MOST_OPEN);
            return;
        }
        try {
            CompletableFuture<?> unused = mbu.sendCommand(command, json.getBytes(StandardCharsets.UTF_8))
                    .whenComplete((outcome, failure) -> {
                        open.decrementAndGet();
                        if (failure != null || !outcome.succeeded()) {
                            LOG.debug("{}: the MBU did not take an alert", id, failure);
                        }
                    });
        } catch (BanipException e) {
            open.decrementAndGet();
            LOG.warn("{}: the alert cannot be a command", id, e);
        }
    }
}
