package org.banip.wsb.standalone;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Words the server's own refusals (a malformed request line, a head too long) as the protocol's errors. */
final class JsonErrors implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        ErrorCode code = switch (status) {
            case HttpStatus.URI_TOO_LONG_414, HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 -> ErrorCode.TOO_LONG;
            default -> status < 500 ? ErrorCode.MALFORMED_REQUEST : ErrorCode.INTERNAL;
        };
        byte[] document = new ErrorAnswer(code.token(), HttpStatus.getMessage(status))
                .toJson()
                .getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Protocol.JSON_TYPE);
        response.write(true, ByteBuffer.wrap(document), callback);
        return true;
    }
}
