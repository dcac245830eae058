package org.banip.server.http3;

import io.netty.handler.codec.http3.Http3Headers;
import java.util.Map;
import java.util.Set;
import org.banip.core.interconnect.Protocol;
import org.eclipse.jetty.http.HostPortHttpField;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.jspecify.annotations.Nullable;

/** Reads the head of a request. */
final class RequestHead {
    /** Bytes beside name and value of a field in HTTP/1.1: the limit is that of an HTTP/1.1 head. */
    private static final int FIELD_BYTES = 4;

    /** RFC 9114, section 4.2. */
    private static final Set<String> FORBIDDEN =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private static final String EARLY_DATA = "early-data";

    private RequestHead() {}

    /**
     * The head as Jetty knows it.
     *
     * @param early whether it came before the handshake was complete
     * @throws HttpException.RuntimeException if it breaks a rule
     */
    static MetaData.Request of(Http3Headers headers, int mostBytes, boolean early) {
        HttpFields.Mutable fields = HttpFields.build();
        String authority = text(headers.authority());
        String host = authority;
        int bytes = 0;
        for (Map.Entry<CharSequence, CharSequence> header : headers) {
            String name = header.getKey().toString();
            String value = header.getValue().toString();
            bytes += name.length() + value.length() + FIELD_BYTES;
            if (bytes > mostBytes) {
                throw new HttpException.RuntimeException(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431);
            }
            if (name.startsWith(":")) {
                continue; // The decoder knows them all, and each comes once.
            }
            checkField(name, value);
            if (!name.equals("host") && !name.equals(EARLY_DATA)) {
                fields.add(new HttpField(name, value));
            } else if (name.equals("host") && authority.isEmpty()) {
                host = value;
            }
        }
        if (early || headers.contains(EARLY_DATA)) {
            fields.put(Protocol.EARLY_DATA_HEADER, "1");
        }
        return request(headers, host, fields);
    }

    /** "Any request or response that contains a character not permitted in a field value MUST be treated as malformed" (RFC 9114, section 10.3). */
    private static void checkField(String name, String value) {
        if (FORBIDDEN.contains(name)) {
            throw malformed("field " + name + " in HTTP/3");
        }
        if (!FieldCharacters.isName(name)) {
            throw malformed("forbidden character in the name of a field");
        }
        if (!FieldCharacters.isValue(value)) {
            throw malformed("forbidden character in field " + name);
        }
    }

    private static MetaData.Request request(Http3Headers headers, String host, HttpFields.Mutable fields) {
        String path = text(headers.path());
        String method = text(headers.method());
        if (!FieldCharacters.isToken(method)
                || !FieldCharacters.isScheme(text(headers.scheme()))
                || !FieldCharacters.isAuthority(host)
                || !FieldCharacters.isPath(path)) {
            throw malformed("forbidden character in the first line of a request");
        }
        if (!path.startsWith("/") && !path.equals("*")) {
            throw malformed("path '" + path + "'");
        }
        try {
            if (!host.isEmpty()) {
                fields.put(new HostPortHttpField(host));
            }
            HttpURI uri = HttpURI.build()
                    .scheme(text(headers.scheme()))
                    .authority(fields.get(HttpHeader.HOST))
                    .pathQuery(path)
                    .asImmutable();
            return new MetaData.Request(
                    method, uri, HttpVersion.HTTP_3, fields, fields.getLongField(HttpHeader.CONTENT_LENGTH));
        } catch (IllegalArgumentException e) {
            throw new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, "malformed head", e);
        }
    }

    private static HttpException.RuntimeException malformed(String what) {
        return new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, what);
    }

    private static String text(@Nullable CharSequence value) {
        return value == null ? "" : value.toString();
    }
}
