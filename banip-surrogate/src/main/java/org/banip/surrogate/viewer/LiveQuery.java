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
        return new Reduction(channels == null ? List.of() : List.of(channels), rate, truth(request, "numerics"));
    }

    /** Whether a viewer that has seen nothing wants the tail of each group first; {@code ?tail=true}. With the same error. */
    static boolean tail(HttpServletRequest request) {
        return truth(request, "tail");
    }

    private static Frequency frequency(String rate) {
        try {
            return Frequency.parse(rate);
        } catch (BanipException e) {
            throw malformed("rate: " + e.getMessage());
        }
    }

    private static boolean truth(HttpServletRequest request, String name) {
        String value = request.getParameter(name);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            throw malformed(name + "=" + Quoted.of(value) + " is neither true nor false");
        }
        return Boolean.parseBoolean(value);
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }
}
