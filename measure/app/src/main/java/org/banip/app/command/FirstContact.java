package org.banip.app.command;

import java.time.Duration;
import java.util.Optional;
import org.banip.app.option.TrustOption;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.TlsFailure;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;

/**
 * Ends an MBU whose broker has never accepted it, if TLS fails in a way that waiting does not mend: the certificate is not trusted or is for another
 * name, or one side speaks TLS and the other one does not. After the first registration an MBU tries again for ever, because it has data to lose. One
 * thread.
 */
final class FirstContact {
    /** So long the problem must be there. In this time the MBU tries several times. */
    static final Duration LASTS = Duration.ofSeconds(5);

    private Optional<Long> sinceNanos = Optional.empty();

    /**
     * Looks at the status again.
     *
     * @throws BanipException {@code HOST_UNAVAILABLE} if it cannot become better
     */
    void check(MbuStatus status, long nowNanos) {
        check(status.state() == MbuState.REGISTERING, status.problem(), nowNanos);
    }

    void check(boolean first, Optional<String> problem, long nowNanos) {
        if (!first || problem.filter(TlsFailure::isLasting).isEmpty()) {
            sinceNanos = Optional.empty();
            return;
        }
        if (sinceNanos.isEmpty()) {
            sinceNanos = Optional.of(nowNanos);
        }
        if (nowNanos - sinceNanos.get() >= LASTS.toNanos()) {
            throw new BanipException(ErrorCode.HOST_UNAVAILABLE, TrustOption.advised(problem.get()));
        }
    }
}
