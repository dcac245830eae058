package org.banip.server.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Words the server's own refusals (a malformed request line, a head too long, a path of none of the servlets) as the protocol's errors. */
public final class JsonErrors implements Request.Handler {
    /** After this time the connection of a client is closed that does not read the answer. */
    private static final long UNREAD_MILLIS = 10_000;

    private final String server;

    /**
     * An error handler.
     *
     * @param what the server is: {@code broker}
     */
    public JsonErrors(String what) {
        server = what;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int seen = response.getStatus();
        ErrorCode code = code(seen);
        response.setStatus(code.httpStatus());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Protocol.JSON_TYPE);
        if (request.getConnectionMetaData().getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion()) {
            // Jetty does not end an idle connection while it has a request, but who is refused must read the answer.
            // Streams beside this one read on.
            request.getConnectionMetaData().getConnection().getEndPoint().setIdleTimeout(UNREAD_MILLIS);
        }
        byte[] document = new ErrorAnswer(code.token(), message(seen)).toJson().getBytes(StandardCharsets.UTF_8);
        response.write(true, ByteBuffer.wrap(document), callback);
        return true;
    }

    private String message(int status) {
        return status == HttpStatus.SERVICE_UNAVAILABLE_503
                ? "the " + server + " is shutting down, try again"
                : HttpStatus.getMessage(status);
    }

    private static ErrorCode code(int status) {
        return switch (status) {
            case HttpStatus.PAYLOAD_TOO_LARGE_413,
                    HttpStatus.URI_TOO_LONG_414,
                    HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 -> ErrorCode.TOO_LONG;
            case HttpStatus.NOT_IMPLEMENTED_501, HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 ->
                ErrorCode.MALFORMED_REQUEST;
            case HttpStatus.REQUEST_TIMEOUT_408 -> ErrorCode.SILENT;
            // Jetty answers so only while the server or a servlet stops.
            case HttpStatus.SERVICE_UNAVAILABLE_503 -> ErrorCode.HOST_UNAVAILABLE;
            default -> status < HttpStatus.INTERNAL_SERVER_ERROR_500 ? ErrorCode.MALFORMED_REQUEST : ErrorCode.INTERNAL;
        };
    }
}
