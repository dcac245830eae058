package org.banip.wsb.relay;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.interconnect.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * The resource of a request: only those of the protocol (docs/protocol.md, section 2).
 *
 * @param kind which
 * @param interconnect the path segment that names the interconnect; empty for a registration
 */
record Resource(Kind kind, Optional<String> interconnect) {
    /** The requests of the protocol. */
    enum Kind {
        REGISTRATION,
        DATA,
        REVERSE,
        DUPLEX,
        DEREGISTRATION;

        /** Whether it has a document or no body, so that it is short. */
        boolean isShort() {
            return this == REGISTRATION || this == DEREGISTRATION;
        }

        /** Whether the request has a body. */
        boolean hasBody() {
            return this == REGISTRATION || hasStream();
        }

        /** Whether the request has a body of frames, which is passed on as it comes. */
        boolean hasStream() {
            return this == DATA || this == DUPLEX;
        }
    }

    private static final int LABEL_DIGITS = 8;

    /** Percent signs, dot segments and parameters are refused: the path must be literally one of these resources. */
    private static final Pattern PATH = Pattern.compile(
            "/" + Protocol.INTERCONNECTS + "(?:/([A-Za-z0-9_-][A-Za-z0-9._~-]{0,127})(/data|/reverse|/duplex)?)?");

    /** Reads a request line; {@code path} as it was sent, not decoded, from the broker's base on. */
    static Optional<Resource> of(String method, String path, @Nullable String query) {
        Matcher parts = PATH.matcher(path);
        if (query != null || !parts.matches()) {
            return Optional.empty();
        }
        Optional<String> interconnect = Optional.ofNullable(parts.group(1));
        String last = parts.group(2) == null ? "" : parts.group(2);
        Kind kind = kind(method + (interconnect.isPresent() ? " one" : " all") + last);
        return Optional.ofNullable(kind).map(found -> new Resource(found, interconnect));
    }

    private static @Nullable Kind kind(String request) {
        return switch (request) {
            case "POST all" -> Kind.REGISTRATION;
            case "POST one/data" -> Kind.DATA;
            case "GET one/reverse" -> Kind.REVERSE;
            case "POST one/duplex" -> Kind.DUPLEX;
            case "DELETE one" -> Kind.DEREGISTRATION;
            default -> null;
        };
    }

    /** The beginning of a log line: the first eight digits of the interconnect's name. */
    String label() {
        return interconnect
                .map(name -> name.substring(0, Math.min(name.length(), LABEL_DIGITS)))
                .orElse("-");
    }

    /** The id of the interconnect's host, which stands at the end of its name behind a broker with several hosts. */
    Optional<String> route() {
        return interconnect
                .filter(name -> name.indexOf(Protocol.ROUTE_MARK) >= 0)
                .map(name -> name.substring(name.lastIndexOf(Protocol.ROUTE_MARK) + 1));
    }

    /** The same resource as its host knows it. */
    Resource withoutRoute() {
        return new Resource(
                kind,
                interconnect.map(name -> route().map(id -> name.substring(0, name.length() - id.length() - 1))
                        .orElse(name)));
    }

    /** The path, relative to a base URI. */
    String path() {
        String one = interconnect.map(name -> "/" + name).orElse("");
        String last = switch (kind) {
            case DATA -> "/" + Protocol.DATA;
            case REVERSE -> "/" + Protocol.REVERSE;
            case DUPLEX -> "/" + Protocol.DUPLEX;
            case REGISTRATION, DEREGISTRATION -> "";
        };
        return Protocol.INTERCONNECTS + one + last;
    }
}
