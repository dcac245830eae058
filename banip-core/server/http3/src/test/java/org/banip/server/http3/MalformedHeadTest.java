package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.quic.QuicStreamResetException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.banip.server.address.TrustedProxies;
import org.banip.server.connection.ListeningServer;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads that HTTP/3 can carry and HTTP/1.1 cannot (RFC 9114, sections 4.2, 4.3 and 10.3), from a client that checks nothing, over real sockets. */
class MalformedHeadTest {
    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(20, 20, 4096, Duration.ofSeconds(30), Duration.ofSeconds(30));

    @TempDir
    static Path folder;

    private static ListeningServer server;
    private static Http3Client client;

    @BeforeAll
    static void start() throws Exception {
        TlsFiles keys =
                TlsFiles.keyStore(TestKeys.make(folder.resolve("keys.p12"), "EC", "localhost"), TestKeys.PASSWORD);
        server = new ListeningServer(
                Listening.loopback(LIMITS, 0).with(keys),
                new ListeningServer.Resources("server", "test-http", 16, true, 8192, 65_536),
                TrustedProxies.NONE,
                new Handlers());
        server.start();
        client = Http3Client.connect(server.http3Port().orElseThrow());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        server.stop();
    }

    private static Http3Exchange send(Map<String, String> fields) throws Exception {
        Http3Exchange exchange = begin(fields);
        exchange.end();
        return exchange;
    }

    private static Http3Exchange begin(Map<String, String> fields) throws Exception {
        Http3Headers head = new DefaultHttp3Headers(false);
        fields.forEach(head::add);
        return Http3Exchange.open(client.confirmed(), head).get(Http3Client.SECONDS, TimeUnit.SECONDS);
    }

    private static Map<String, String> headWith(String name, String value) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(":method", "GET");
        fields.put(":scheme", "https");
        fields.put(":authority", "localhost");
        fields.put(":path", "/who");
        fields.put(name, value);
        return fields;
    }

    private static void assertMalformed(String name, String value) throws Exception {
        Http3Exchange refused = send(headWith(name, value));
        assertThat(refused.status()).as("%s: %s", name, value).isEqualTo(400);
        refused.awaitEnd();
        assertThat(refused.text()).contains("\"malformed-request\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\rb",
                "a\nb",
                "a\r\nx-smuggled: b",
                "a\0b",
                "\0",
                "a\u0001b",
                "a\u007fb",
                " a",
                "a ",
                "\ta",
                "a\t",
                " "
            })
    void aValueWithAForbiddenCharacterIsRefused(String value) throws Exception {
        assertMalformed("x-name", value);
        assertMalformed("early-data", value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x name", "x:name", "x\rname", "x\nname", "x\0name", "x(name", "x\"name", "x\u00e4", "x\u007f", "x{"
            })
    void aNameThatIsNoTokenIsRefused(String name) throws Exception {
        assertMalformed(name, "value");
    }

    @ParameterizedTest
    @CsvSource({"X-Name", "x-Name", "HOST"})
    void aNameInUppercaseBreaksItsStreamAsMalformed(String name) throws Exception {
        Http3Exchange broken = begin(headWith(name, "localhost")); // not ended, so that both ways are reset
        Throwable fault = catchThrowable(broken::awaitHead);
        assertThat(fault).hasCauseInstanceOf(QuicStreamResetException.class);
        assertThat(((QuicStreamResetException) fault.getCause()).applicationProtocolCode())
                .isEqualTo(Http3ErrorCode.H3_MESSAGE_ERROR.code());
        assertThat(client.get("/who").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/who\r\nx-smuggled: b",
                "/who\0",
                "/who HTTP/1.1",
                " /who",
                "/who ",
                "/who\t",
                "/\u00e4",
                "/who#part"
            })
    void aPathWithAForbiddenCharacterIsRefused(String path) throws Exception {
        assertMalformed(":path", path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET ", " GET", "GET /who", "GE\rT", "GE\nT", "GE\0T", "G(T", ""})
    void aMethodThatIsNoTokenIsRefused(String method) throws Exception {
        assertMalformed(":method", method);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost\r\nx-smuggled: b",
                "local host",
                " localhost",
                "localhost ",
                "localhost\0",
                "localhost/a",
                "localhost?a",
                "localhost#a",
                "anna@localhost",
                "localhost\\a",
                "localhost:a",
                "\u00e4"
            })
    void anAuthorityWithAForbiddenCharacterIsRefused(String authority) throws Exception {
        assertMalformed(":authority", authority);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https\r\nx-smuggled: b", "https ", "https://localhost/x?", "ht\0tps"})
    void aSchemeWithAForbiddenCharacterIsRefused(String scheme) throws Exception {
        assertMalformed(":scheme", scheme);
    }

    @Test
    void aHostInPlaceOfTheAuthorityIsCheckedLikeIt() throws Exception {
        for (String host : List.of("local host", "localhost\r\nx: b", "localhost:a", "anna@localhost")) {
            Map<String, String> fields = headWith("host", host);
            fields.remove(":authority");
            Http3Exchange refused = send(fields);
            assertThat(refused.status()).as(host).isEqualTo(400);
            refused.awaitEnd();
            assertThat(refused.text()).contains("\"malformed-request\"");
        }
    }

    @Test
    void whatMayBeInAHeadIsServed() throws Exception {
        List<Http3Exchange> served = new ArrayList<>();
        served.add(send(headWith("x-name", "")));
        served.add(send(headWith("x-name", "a b\tc")));
        served.add(send(headWith("x-name", "\u00e4\u00ff")));
        served.add(send(headWith("x1!#$%&'*+-.^_`|~", "value")));
        served.add(send(headWith(":path", "/who?a=b&c=%0d%0A;~[]")));
        served.add(send(headWith(":authority", "[::1]:8443")));
        served.add(send(headWith(":authority", "127.0.0.1:8443")));
        served.add(send(headWith(":method", "PATCH")));
        for (Http3Exchange answer : served) {
            assertThat(answer.status()).isEqualTo(200);
        }
    }
}
