package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The parameters of a request's query. */
final class QueryParameters {
    private QueryParameters() {}

    /**
     * All of them. Afterwards the request's own methods give them, too.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} if the query has an escape such as {@code %zz}, or is no UTF-8
     */
    static Map<String, String[]> of(HttpServletRequest request) {
        try {
            return request.getParameterMap();
        } catch (RuntimeException e) {
            // Each container has an exception of its own for this.
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "the query must be UTF-8, with % before two hexadecimal digits", e);
        }
    }
}
