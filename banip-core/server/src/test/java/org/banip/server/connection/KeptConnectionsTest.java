package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.junit.jupiter.api.Test;

/** Connections that do not give way, and what becomes of the requests on them that are not authenticated. */
class KeptConnectionsTest extends Http2Fixture {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** A new connection gets no room by the requests on connections that stay, so they go on. */
    @Test
    void aConnectionTooManyEndsNoRequestOfConnectionsThatStay() throws Exception {
        start(Listening.loopback(new ConnectionLimits(2, 2, 8192, LONG, LONG), 0));
        Session one = connect(new Heard());
        Session two = connect(new Heard());
        Answered ofOne = new Answered();
        Answered ofTwo = new Answered();
        open(one, "/known", new Answered());
        open(two, "/known", new Answered());
        await().atMost(PATIENCE).until(() -> unanswered.get() == 2);
        open(one, "/endless", ofOne);
        open(two, "/endless", ofTwo);
        await().atMost(PATIENCE).until(() -> unanswered.get() == 4);
        try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            assertThat(new String(refused.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 503 ");
        }
        // Whatever was reset would have been told before these answers.
        assertAnswered(one);
        assertAnswered(two);
        assertThat(ofOne.outcome).isNotDone();
        assertThat(ofTwo.outcome).isNotDone();
    }

    /** A proxy's connection has requests of many clients. */
    @Test
    void aProxysConnectionLosesTheOldestRequestOnly() throws Exception {
        start(Listening.loopback(LIMITS, 0), TrustedProxies.parse("127.0.0.1"));
        Heard proxy = new Heard();
        Session session = connect(proxy);
        Answered oldest = new Answered();
        open(session, "/endless", oldest);
        await().atMost(PATIENCE).until(() -> unanswered.get() == 1);
        for (int i = 0; i < 100; i++) {
            open(session, "/endless", new Answered());
        }
        assertThat(oldest.outcome.get(1, TimeUnit.MINUTES)).isEqualTo(-ErrorCode.REFUSED_STREAM_ERROR.code);
        assertAnswered(session);
        assertThat(proxy.goAway).isNotDone();
        assertThat(proxy.closed).isNotDone();
    }
}
