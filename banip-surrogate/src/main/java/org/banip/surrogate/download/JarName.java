package org.banip.surrogate.download;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * How the messages about one jar call it, and the errors that begin with this name.
 *
 * @param shown on one line: {@code surrogate jar 'https://jars.example/alert.jar'}
 */
record JarName(String shown) {
    private static final int MOST_SHOWN = 200;

    static JarName of(String place) {
        return new JarName("surrogate jar '" + Quoted.line(withoutQuery(place), MOST_SHOWN) + "'");
    }

    /** A query may have a secret, for example that of a URL signed in advance. */
    static String withoutQuery(String url) {
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query) + "?...";
    }

    /** Final: the same jar would be refused again. */
    BanipException refused(String why) {
        return new BanipException(ErrorCode.UNKNOWN_SURROGATE_TYPE, shown + " " + why);
    }

    /** The same, with what caused it. */
    BanipException refused(String why, Throwable cause) {
        return new BanipException(ErrorCode.UNKNOWN_SURROGATE_TYPE, shown + " " + why, cause);
    }

    /** Not final: a later attempt may succeed. */
    BanipException notNow(String why) {
        return new BanipException(ErrorCode.HOST_UNAVAILABLE, shown + " " + why);
    }

    /** The same, with what caused it. */
    BanipException notNow(String why, Throwable cause) {
        return new BanipException(ErrorCode.HOST_UNAVAILABLE, shown + " " + why, cause);
    }

    /** The message of an exception, safe to show; its kind if it has none. */
    static String reason(Throwable e) {
        String message = e.getMessage();
        return Quoted.line(message == null || message.isBlank() ? e.getClass().getSimpleName() : message, MOST_SHOWN);
    }
}
