package org.banip.app.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.server.tls.TlsFiles;

/**
 * Somebody who asks: a row of a table.
 *
 * @param name what the row says
 * @param credentials the fields of each request
 * @param certificate with which the connection proves itself
 */
record Caller(String name, Credentials credentials, Optional<TlsFiles> certificate) {
    /** What a request shows; it is made anew for each. */
    @FunctionalInterface
    interface Credentials {
        /**
         * Names and values, one after the other.
         *
         * @param page the log-in page of the server that is asked
         */
        List<String> fields(LogInPage page) throws Exception;
    }

    /** Somebody without any proof of who it is. */
    static Caller nobody(String name) {
        return new Caller(name, page -> List.of(), Optional.empty());
    }

    /** A browser, whose cookie comes from the log-in page. */
    static Caller browser(String name, Credentials credentials) {
        return new Caller(name, credentials, Optional.empty());
    }

    /** The same with a field more. */
    Caller with(String field, String value) {
        return new Caller(
                name,
                page -> {
                    List<String> more = new ArrayList<>(credentials.fields(page));
                    more.add(field);
                    more.add(value);
                    return more;
                },
                certificate);
    }

    /** The same with a bearer token. */
    Caller bearing(String token) {
        return with("Authorization", "Bearer " + token);
    }

    /** The same through a proxy, which names its client. */
    Caller proxied() {
        return with("X-Forwarded-For", "192.0.2.7");
    }

    /** The same from a script or a form of another site, as a browser says it. */
    Caller fromAnotherSite() {
        return with("Origin", "http://evil.example").with("Sec-Fetch-Site", "cross-site");
    }

    /** The same with a certificate. */
    Caller proving(TlsFiles files) {
        return new Caller(name, credentials, Optional.of(files));
    }
}
