package org.banip.measure.peer.post;

import java.io.IOException;
import java.io.InputStream;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketJson;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Answers a POST with 204 once its packet is durable. */
final class PostReceiver implements PeerServer {
    private static final long IDLE_MILLIS = 60_000;

    private final Arrivals reception;
    private final PacketJson json;
    private final Server server = new Server();
    private final ServerConnector connector;

    PostReceiver(String address, Arrivals reception) {
        this.reception = reception;
        json = new PacketJson(reception.ban().groups());
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(address);
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws IOException {
                take(request, response, callback);
                return true;
            }
        });
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("cannot listen at " + address, e);
        }
    }

    private void take(Request request, Response response, Callback callback) throws IOException {
        byte[] body;
        try (InputStream in = Content.Source.asInputStream(request)) {
            body = in.readAllBytes();
        }
        boolean gzip = "gzip".equals(request.getHeaders().get(HttpHeader.CONTENT_ENCODING));
        Packet packet;
        try {
            packet = json.decode((gzip ? Compression.GZIP : Compression.NONE).expand(body));
        } catch (BanipException e) {
            Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400, e.getMessage());
            return;
        }
        reception.arrived(packet, () -> {
            response.setStatus(HttpStatus.NO_CONTENT_204);
            callback.succeeded();
        });
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("cannot end an HTTP server", e);
        }
    }
}
