package org.banip.server.request;

import jakarta.servlet.http.HttpServletRequest;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;

/** Requests of which somebody may have recorded and repeated the first flight (RFC 8470). Any thread. */
public final class EarlyData {
    private EarlyData() {}

    /** Whether the request may be such a repetition. */
    public static boolean is(HttpServletRequest request) {
        return request.getHeader(Protocol.EARLY_DATA_HEADER) != null;
    }

    /**
     * Refuses a request that must not be repeated.
     *
     * @throws BanipException {@code TOO_EARLY}
     */
    public static void refuse(HttpServletRequest request) {
        if (is(request)) {
            throw new BanipException(
                    ErrorCode.TOO_EARLY, "send it again when the handshake of the connection is complete");
        }
    }
}
