package org.banip.surrogate.oidc;

import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.text.Quoted;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Tells the operator what is wrong with a provider: once, until it is something else or over. Any thread. */
final class Trouble {
    private static final Logger LOG = ServerLog.of(Trouble.class);
    private static final int LONGEST_REASON = 500;

    private final URI issuer;
    private final AtomicReference<@Nullable String> told = new AtomicReference<>();

    Trouble(URI issuer) {
        this.issuer = issuer;
    }

    /** A reason for a log line: short, on one line, because it may have text of the provider. */
    static String reason(Throwable cause) {
        return Quoted.line(String.valueOf(cause.getMessage()), LONGEST_REASON);
    }

    /** It is of no use, for this reason. */
    void is(Throwable cause) {
        String reason = reason(cause);
        if (!reason.equals(told.getAndSet(reason))) {
            LOG.error("- the identity provider {} is of no use: {}", issuer, reason);
        }
    }

    /** It answers as it should. */
    void isOver() {
        if (told.getAndSet(null) != null) {
            LOG.info("- the identity provider {} answers", issuer);
        }
    }
}
