package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no request of the protocol, and never comes to a servlet, is refused in the protocol's words all the same. */
class ForeignRequestTest {
    private static final int TOO_LONG = 20_000;

    @TempDir
    private Path directory;

    private RunningHost host;

    @BeforeEach
    void start() {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "GET /surrogates HTTP/7.3\r\nHost: x",
                "GET /surrogates HTTP/1.1",
                "GET // HTTP/1.1\r\nHost: x",
                "GET //interconnects HTTP/1.1\r\nHost: x",
                "GET /%zz HTTP/1.1\r\nHost: x",
                "GET /%00 HTTP/1.1\r\nHost: x",
                "GET /a/..;/b HTTP/1.1\r\nHost: x",
                "GET /nowhere HTTP/1.1\r\nHost: x",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0",
                "DELETE / HTTP/1.1\r\nHost: x",
                "PUT /interconnects HTTP/1.1\r\nHost: localhost",
                "POST /interconnects HTTP/1.1\r\nHost: x\r\nContent-Length: some",
                "POST /interconnects HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: none",
            })
    void whatIsNoRequestIsMalformed(String head) throws IOException {
        assertRefused(head, ErrorCode.MALFORMED_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /%s HTTP/1.1\r\nHost: x", "GET / HTTP/1.1\r\nHost: x\r\nX-Long: %s"})
    void aHeadOverItsLimitIsTooLong(String head) throws IOException {
        assertRefused(head.formatted("a".repeat(TOO_LONG)), ErrorCode.TOO_LONG);
    }

    private void assertRefused(String head, ErrorCode code) throws IOException {
        try (HttpWire wire = new HttpWire(host.base())) {
            wire.write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            WireAnswer answer = wire.answer();
            assertThat(answer.header("content-type")).startsWith(Protocol.JSON_TYPE);
            assertThat(answer.error()).isEqualTo(code.token());
            assertThat(answer.status()).isEqualTo(code.httpStatus());
        }
    }
}
