package org.banip.core.error;

import java.util.Optional;

/** The kind of an error: a number in frames, a token in JSON answers, and the HTTP status of the answer (docs/protocol.md, "Errors"). */
public enum ErrorCode {
    /** A frame that the grammar does not allow. */
    MALFORMED_FRAME(1, 400),
    /** A frame, description or request longer than its limit. */
    TOO_LONG(2, 413),
    /** A frame whose CRC-32C does not match its content. */
    CHECKSUM_MISMATCH(3, 400),
    /** A stream that ended inside a frame. */
    TRUNCATED(4, 400),
    /** A request whose JSON, header or method violates the specification. */
    MALFORMED_REQUEST(5, 400),
    /** A BAN description that violates a rule. */
    INVALID_DESCRIPTION(6, 422),
    /** A chain text that names an unknown component or parameter, or a value out of range. */
    INVALID_CHAIN(7, 422),
    /** A surrogate type the host does not know. */
    UNKNOWN_SURROGATE_TYPE(8, 422),
    /** Missing or wrong credentials. */
    UNAUTHENTICATED(9, 401),
    /** Valid credentials, but not for this interconnect or BAN. */
    FORBIDDEN(10, 403),
    /** An interconnect that the host does not know, or no longer knows: register again with the same session. */
    UNKNOWN_INTERCONNECT(11, 404),
    /** The session exists with another BAN description or chain. */
    SESSION_MISMATCH(12, 409),
    /** A sequence number too far ahead of the next expected one. */
    SEQUENCE_BEYOND_WINDOW(13, 409),
    /** A payload the agreed chain cannot decode. */
    UNDECODABLE_PACKET(14, 422),
    /** A group number the BAN description does not have. */
    UNKNOWN_GROUP(15, 422),
    /** A protocol version the host does not speak. */
    UNSUPPORTED_VERSION(16, 400),
    /** A limit of the host is reached (memory, requests, subscribers, connections). */
    LIMIT_REACHED(17, 503),
    /** The store cannot take data now. Nothing was acknowledged; send again later. */
    STORAGE_UNAVAILABLE(18, 503),
    /** The broker cannot reach the surrogate host. */
    HOST_UNAVAILABLE(19, 502),
    /** No frame arrived for three keep-alive intervals. */
    SILENT(20, 408),
    /** A sample or block that does not fit its group's layout. */
    INVALID_SAMPLE(21, 422),
    /** A recording that cannot be read. Local: never on the wire. */
    MALFORMED_RECORDING(22, 422),
    /** The local spool is full. Local: never on the wire. */
    SPOOL_FULL(23, 503),
    /** Internal error. */
    INTERNAL(24, 500),
    /** A request that must not be repeated by others came before the connection's handshake was complete: send it again (RFC 8470). */
    TOO_EARLY(25, 425),
    /** The key of an earlier request, with another request (docs/control.md). Never in a frame. */
    KEY_REUSED(26, 422),
    /** A request that came again before the first one was answered (docs/control.md). Never in a frame. */
    UNDER_WAY(27, 409),
    /** An alert that the host does not know, or of a BAN that was not granted (docs/graded-alerts.md). Never in a frame. */
    UNKNOWN_ALERT(28, 404),
    /** As many interconnects as the identity or the host may have are open, or as many sessions as the identity may have in a day were begun. */
    TOO_MANY_SESSIONS(29, 503),
    /** The identity has brought as many bytes as it may in a day. */
    TOO_MANY_BYTES(30, 503),
    /** The identity has brought as much signal as it may in a day. */
    TOO_MUCH_SIGNAL(31, 503),
    /** The session brings its signal faster than it may. */
    TOO_FAST(32, 503),
    /** The identity or the host would hold more bytes in memory than it may, of what waits and of decoders. */
    TOO_MUCH_HELD(33, 503);

    private final int number;
    private final int httpStatus;

    ErrorCode(int number, int httpStatus) {
        this.number = number;
        this.httpStatus = httpStatus;
    }

    /** This code, or {@code INTERNAL} for a local code. */
    public ErrorCode travelling() {
        return this == MALFORMED_RECORDING || this == SPOOL_FULL ? INTERNAL : this;
    }

    /** Whether a limit of the host or of an identity is reached: the same request may be sent again later. */
    public boolean isLimit() {
        return this == LIMIT_REACHED
                || this == TOO_MANY_SESSIONS
                || this == TOO_MANY_BYTES
                || this == TOO_MUCH_SIGNAL
                || this == TOO_FAST
                || this == TOO_MUCH_HELD;
    }

    /** The number on the wire, 1 to 127. */
    public int number() {
        return number;
    }

    /** The status of an HTTP answer that carries this error. */
    public int httpStatus() {
        return httpStatus;
    }

    /** The token in JSON answers, for example {@code sequence-beyond-window}. */
    public String token() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** The code with this number. Empty if a later version added it. */
    public static Optional<ErrorCode> ofNumber(int number) {
        for (ErrorCode code : values()) {
            if (code.number == number) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }

    /** The code with this token. Empty if a later version added it. */
    public static Optional<ErrorCode> ofToken(String token) {
        for (ErrorCode code : values()) {
            if (code.token().equals(token)) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }
}
