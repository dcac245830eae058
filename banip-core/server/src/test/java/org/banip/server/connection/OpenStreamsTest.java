package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.frames.FrameType;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A client of HTTP/2 reads no answers, so that all threads wait for it, and opens more streams. They are not requests yet, so the bound of requests
 * does not hold them back. The client is a plain socket: all its frames come at once.
 */
@Timeout(180)
class OpenStreamsTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    /** The least number of requests without authentication, so that the number does not depend on the heap. */
    private static final int REQUESTS = 16;

    private static final int MOST_STREAMS = 2 * REQUESTS;
    private static final int OPENED = 100;
    /** Fewer than requests may be under way: the guard of requests ends none. */
    private static final int THREADS = 8;

    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int ACK = 1;

    private ListeningServer server;
    private Socket socket;
    private DataInputStream in;

    /** Blocks a thread until the answer is sent, as a servlet does. */
    private static final class Blocking extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Content.Sink.write(response, true, ByteBuffer.wrap(new byte[] {'x'}));
            callback.succeeded();
            return true;
        }
    }

    private record Frame(int type, int flags, int stream, ByteBuffer payload) {}

    @BeforeEach
    void connect() throws IOException {
        server = new ListeningServer(
                Listening.loopback(new ConnectionLimits(REQUESTS, REQUESTS, 8192, LONG, LONG), 0),
                new ListeningServer.Resources("server", "test-http", THREADS, true, 8192, 65_536),
                TrustedProxies.NONE,
                new Blocking());
        server.start();
        socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(60_000);
        in = new DataInputStream(socket.getInputStream());
    }

    @AfterEach
    void stop() throws Exception {
        socket.close();
        server.stop();
    }

    private static byte[] frame(FrameType type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) 0)
                .putShort((short) payload.length)
                .put((byte) type.getType())
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** SETTINGS with SETTINGS_INITIAL_WINDOW_SIZE (RFC 9113, section 6.5.2). */
    private static byte[] window(int bytes) {
        byte[] payload =
                ByteBuffer.allocate(6).putShort((short) 4).putInt(bytes).array();
        return frame(FrameType.SETTINGS, 0, 0, payload);
    }

    /** The head of a request: :method GET, :scheme http, :path /, and :authority as a literal (RFC 7541, appendix A and section 6.2.2). */
    private static byte[] get(int stream) {
        byte[] head = {(byte) 0x82, (byte) 0x86, (byte) 0x84, 0x01, 1, 'h'};
        return frame(FrameType.HEADERS, END_STREAM | END_HEADERS, stream, head);
    }

    private Frame next() throws IOException {
        int lengthAndType = in.readInt();
        byte[] payload = new byte[lengthAndType >>> 8];
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        in.readFully(payload);
        return new Frame(lengthAndType & 0xff, flags, stream, ByteBuffer.wrap(payload));
    }

    /** Reads until as many streams have ended; those that were refused, and not reset for another reason. */
    private List<Integer> refusedOf(int ended) throws IOException {
        List<Integer> refused = new ArrayList<>();
        for (int seen = 0; seen < ended; ) {
            Frame frame = next();
            assertThat(frame.type()).isNotEqualTo(FrameType.GO_AWAY.getType());
            if (frame.type() == FrameType.RST_STREAM.getType()) {
                assertThat(frame.payload().getInt()).isEqualTo(ErrorCode.REFUSED_STREAM_ERROR.code);
                refused.add(frame.stream());
                seen++;
            } else if (frame.type() == FrameType.DATA.getType() && (frame.flags() & END_STREAM) != 0) {
                seen++;
            }
        }
        return refused;
    }

    /** Returns when the server has done with all that it sent before: the end of a stream may arrive before the stream is closed there. */
    private void ping() throws IOException {
        socket.getOutputStream().write(frame(FrameType.PING, 0, 0, new byte[Long.BYTES]));
        int type;
        do {
            type = next().type();
        } while (type != FrameType.PING.getType());
    }

    @Test
    void streamsThatWaitForAThreadAreRefusedBeyondTheBoundAndTheOthersAreServed() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(window(0));
        List<Integer> beyond = new ArrayList<>();
        for (int i = 0; i < OPENED; i++) {
            int stream = 2 * i + 1;
            all.writeBytes(get(stream));
            if (i >= MOST_STREAMS) {
                beyond.add(stream);
            }
        }
        socket.getOutputStream().write(all.toByteArray());
        assertThat(refusedOf(OPENED - MOST_STREAMS)).isEqualTo(beyond);

        // It reads, so all that were not refused are answered, and there is room for others.
        socket.getOutputStream().write(frame(FrameType.SETTINGS, ACK, 0, new byte[0]));
        socket.getOutputStream().write(window(65_535));
        assertThat(refusedOf(MOST_STREAMS)).isEmpty();
        ping();
        for (int i = OPENED; i < OPENED + MOST_STREAMS; i++) {
            socket.getOutputStream().write(get(2 * i + 1));
        }
        assertThat(refusedOf(MOST_STREAMS)).isEmpty();
    }
}
