package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which heads a server refuses though Jetty understands them. */
@Timeout(120)
class FramingRulesTest {
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int END_STREAM_AND_HEADERS = 5;
    private static final Duration LONG = Duration.ofMinutes(5);

    private final ListeningServer server = new ListeningServer(
            Listening.loopback(new ConnectionLimits(100, 100, 8192, LONG, LONG), 0),
            new ListeningServer.Resources("server", "test-http", 8, true, 8192, 65_536),
            TrustedProxies.NONE,
            new NoContent());

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chunked | 204",
                "Chunked | 204",
                "gzip, chunked | 400",
                "identity, chunked | 400",
                "chunked, chunked | 400",
                "gzip | 400"
            })
    void ofHttp1(String coding, int status) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String request = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: " + coding
                    + "\r\n\r\n0\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
            assertThat(answer.contains("\"error\":\"malformed-request\"")).isEqualTo(status == 400);
        }
    }

    @ParameterizedTest
    @CsvSource({"x-any, 204", "transfer-encoding, 400", "keep-alive, 400", "proxy-connection, 400", "upgrade, 400"})
    void ofHttp2(String field, int status) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            frame(out, SETTINGS, 0, 0, new byte[0]);
            frame(out, HEADERS, END_STREAM_AND_HEADERS, 1, head(field));
            assertThat(status(new DataInputStream(socket.getInputStream()))).isEqualTo(status);
        }
    }

    /** HPACK: GET, /, http and localhost of the static table, and the field as a literal (RFC 7541). */
    private static byte[] head(String field) {
        String literal = "\u0082\u0084\u0086A\tlocalhost\u0000" + (char) field.length() + field + "\u0007chunked";
        return literal.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
            throws IOException {
        out.writeByte(0);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
        out.flush();
    }

    /** The status of the first answer, which is in the static table. */
    private static int status(DataInputStream in) throws IOException {
        while (true) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            in.readUnsignedByte();
            in.readInt();
            byte[] payload = in.readNBytes(length);
            if (type == HEADERS) {
                int at = 0;
                if ((payload[0] & 0xe0)
                        == 0x20) { // a change of the table's size comes first, a number of several bytes
                    at++;
                    while (payload[at] < 0) {
                        at++;
                    }
                    at++;
                }
                int first = payload[at] & 0xff;
                return first == 0x89 ? 204 : first == 0x8c ? 400 : first;
            }
        }
    }

    @Test
    void aRequestWithoutABodyIsServed() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 204 ");
        }
    }
}
