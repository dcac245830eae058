package org.banip.server.connection;

import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Refuses heads that Jetty takes although they say something else about the body, or the connection, than what this server does: another party on the
 * way might do as they say. Any thread.
 */
final class FramingRules implements HttpConfiguration.Customizer {
    /** "An endpoint MUST NOT generate an HTTP/2 message containing connection-specific header fields" (RFC 9113, section 8.2.2). */
    private static final Set<String> OF_CONNECTIONS =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    @Override
    public Request customize(Request request, HttpFields.Mutable answer) {
        HttpFields head = request.getHeaders();
        if (request.getConnectionMetaData().getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion()) {
            checkCoding(head);
        } else {
            checkNoneOfConnections(head);
        }
        return request;
    }

    /** Codings of a transfer other than {@code chunked} are not undone here. */
    private static void checkCoding(HttpFields head) {
        List<String> codings = head.getValuesList(HttpHeader.TRANSFER_ENCODING);
        if (!codings.isEmpty() && (codings.size() > 1 || !codings.get(0).equalsIgnoreCase("chunked"))) {
            throw new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, "Transfer-Encoding must be chunked");
        }
    }

    private static void checkNoneOfConnections(HttpFields head) {
        for (HttpField field : head) {
            if (OF_CONNECTIONS.contains(field.getLowerCaseName())) {
                throw new HttpException.RuntimeException(
                        HttpStatus.BAD_REQUEST_400, "a field of connections in HTTP/2 or HTTP/3");
            }
        }
    }
}
