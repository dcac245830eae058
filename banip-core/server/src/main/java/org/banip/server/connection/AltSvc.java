package org.banip.server.connection;

import java.util.OptionalInt;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/** Announces HTTP/3 (RFC 7838, section 3) in the first answer of each connection: on a slow link each answer's bytes count. Any thread. */
final class AltSvc implements HttpConfiguration.Customizer {
    private static final String ANNOUNCED = AltSvc.class.getName();

    private final Supplier<OptionalInt> port;

    AltSvc(Supplier<OptionalInt> port) {
        this.port = port;
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable answer) {
        OptionalInt udp = port.get();
        ConnectionMetaData connection = request.getConnectionMetaData();
        if (udp.isPresent() && connection.setAttribute(ANNOUNCED, true) == null) {
            answer.put(HttpHeader.ALT_SVC, "h3=\":" + udp.getAsInt() + "\"");
        }
        return request;
    }
}
