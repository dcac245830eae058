package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.reduction.Reduction;

/** What the query of a live stream asks for: {@code ?channel=MLII&channel=ecg/V5&rate=30} or {@code ?numerics=true}. */
final class LiveQuery {
    private LiveQuery() {}

    /**
     * The reduction that is wanted.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} if the query is malformed, or a parameter has no such value
     */
    static Reduction reduction(HttpServletRequest request) {
        String[] channels = QueryParameters.of(request).get("channel");
        if (channels != null && channels.length > Reduction.MOST_CHANNELS) {
            throw malformed("the query names " + channels.length + " channels, at most " + Reduction.MOST_CHANNELS
                    + " are allowed");
        }
        Optional<Frequency> rate =
                Optional.ofNullable(request.getParameter("rate")).map(LiveQuery::frequency);
        return new Reduction(channels == null ? List.of() : List.of(channels), rate, numerics(request));
    }

    private static Frequency frequency(String rate) {
        try {
            return Frequency.parse(rate);
        } catch (BanipException e) {
            throw malformed("rate: " + e.getMessage());
        }
    }

    private static boolean numerics(HttpServletRequest request) {
        String numerics = request.getParameter("numerics");
        if (numerics != null && !numerics.equals("true") && !numerics.equals("false")) {
            throw malformed("numerics=" + Quoted.of(numerics) + " is neither true nor false");
        }
        return Boolean.parseBoolean(numerics);
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }
}
