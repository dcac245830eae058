package org.banip.server.connection;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 (RFC 9113) for long streams of small pieces: a stream is quiet for as long as it likes, and what is in buffers is delay. What a connection may
 * open and how often it may reset is bounded.
 */
final class Http2 {
    /** An MBU needs two. A process with many MBUs opens another connection before it needs them all. */
    private static final int STREAMS = 128;
    /** Twice what a path of 10 Mbit/s carries in its round trip of 100 ms. */
    private static final int STREAM_WINDOW_BYTES = 256 << 10;

    /**
     * The most that a connection makes the server hold: half of the streams may be full. Half of them have no body, so one that is not read does not
     * stop the others, which may be of other MBUs, and go to other hosts.
     */
    private static final int CONNECTION_WINDOW_BYTES = STREAMS / 2 * STREAM_WINDOW_BYTES;
    /** Resets, pings, settings, empty frames and the like; a connection with more is closed (CVE-2023-44487 and its kind). */
    private static final int EVENTS_PER_SECOND = 128;

    private Http2() {}

    /** For clients that choose it by ALPN. */
    static ConnectionFactory overTls(HttpConfiguration http, int bufferBytes, OpenStreams streams) {
        return bounded(new Chosen(http, streams), bufferBytes);
    }

    /** For clients that know beforehand. */
    static ConnectionFactory plain(HttpConfiguration http, int bufferBytes, OpenStreams streams) {
        return bounded(new PriorKnowledge(http, streams), bufferBytes);
    }

    private static ConnectionFactory bounded(AbstractHTTP2ServerConnectionFactory factory, int bufferBytes) {
        factory.setMaxConcurrentStreams(STREAMS);
        factory.setInitialStreamRecvWindow(STREAM_WINDOW_BYTES);
        factory.setInitialSessionRecvWindow(CONNECTION_WINDOW_BYTES);
        factory.setInputBufferSize(bufferBytes);
        factory.setStreamIdleTimeout(0);
        factory.setRateControlFactory(new WindowRateControl.Factory(EVENTS_PER_SECOND));
        return factory;
    }

    /** Whether a connection speaks HTTP/2. */
    static boolean serves(Connection connection) {
        return connection instanceof HTTP2Connection;
    }

    /** Tells a client of HTTP/2 that it asks for too much, and runs the action then. Returns false for another connection. */
    static boolean endCalmly(Connection connection, Runnable whenSaid) {
        if (connection instanceof HTTP2Connection served) {
            served.getSession()
                    .close(
                            ErrorCode.ENHANCE_YOUR_CALM_ERROR.code,
                            "too many requests without authentication",
                            Callback.from(whenSaid));
            return true;
        }
        return false;
    }

    /** Refuses a request of a connection of HTTP/2, whose other requests go on. Returns false for another connection. */
    static boolean refuse(Connection connection, String request) {
        if (connection instanceof HTTP2Connection served) {
            int id = Integer.parseInt(request);
            Stream stream = served.getSession().getStream(id);
            if (stream != null) {
                stream.reset(new ResetFrame(id, ErrorCode.REFUSED_STREAM_ERROR.code), Callback.NOOP);
            }
            return true;
        }
        return false;
    }

    private static final class Chosen extends HTTP2ServerConnectionFactory {
        private final OpenStreams streams;

        Chosen(HttpConfiguration http, OpenStreams streams) {
            super(http);
            this.streams = streams;
        }

        @Override
        protected ServerSessionListener newSessionListener(Connector connector, EndPoint peer) {
            return new HTTPServerSessionListener(peer) {
                @Override
                public Stream.@Nullable Listener onNewStream(Stream stream, HeadersFrame frame) {
                    return streams.opens(stream) ? super.onNewStream(stream, frame) : null;
                }

                @Override
                public void onClosed(Stream stream) {
                    streams.closed();
                    super.onClosed(stream);
                }
            };
        }
    }

    /** The upgrade of an HTTP/1.1 connection is obsolete (RFC 9113, section 3.1). */
    private static final class PriorKnowledge extends HTTP2CServerConnectionFactory {
        private final OpenStreams streams;

        PriorKnowledge(HttpConfiguration http, OpenStreams streams) {
            super(http);
            this.streams = streams;
        }

        @Override
        protected ServerSessionListener newSessionListener(Connector connector, EndPoint peer) {
            return new HTTPServerSessionListener(peer) {
                @Override
                public Stream.@Nullable Listener onNewStream(Stream stream, HeadersFrame frame) {
                    return streams.opens(stream) ? super.onNewStream(stream, frame) : null;
                }

                @Override
                public void onClosed(Stream stream) {
                    streams.closed();
                    super.onClosed(stream);
                }
            };
        }

        @Override
        public @Nullable Connection upgradeConnection(
                Connector connector, EndPoint peer, MetaData.Request request, HttpFields.Mutable answer) {
            return request.getHttpFields().contains(HttpHeader.HTTP2_SETTINGS)
                    ? null
                    : super.upgradeConnection(connector, peer, request, answer);
        }
    }
}
