package org.banip.server.http3;

import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.Http3Headers;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MetaData;

/** Writes the head of an answer. */
final class AnswerHead {
    private AnswerHead() {}

    /** Takes out what HTTP/3 does not have (RFC 9114, section 4.2). */
    static void withoutConnection(HttpFields.Mutable fields) {
        fields.remove(HttpHeader.CONNECTION);
        fields.remove(HttpHeader.KEEP_ALIVE);
        fields.remove(HttpHeader.TRANSFER_ENCODING);
        fields.remove(HttpHeader.UPGRADE);
    }

    /** The head of an answer. */
    static Http3Headers of(MetaData.Response answer) {
        Http3Headers headers = new DefaultHttp3Headers();
        headers.status(Integer.toString(answer.getStatus()));
        for (HttpField field : answer.getHttpFields()) {
            if (!isOfConnection(field)) {
                headers.add(field.getLowerCaseName(), field.getValue() == null ? "" : field.getValue());
            }
        }
        return headers;
    }

    private static boolean isOfConnection(HttpField field) {
        HttpHeader header = field.getHeader();
        return header == HttpHeader.CONNECTION
                || header == HttpHeader.KEEP_ALIVE
                || header == HttpHeader.TRANSFER_ENCODING
                || header == HttpHeader.UPGRADE;
    }
}
