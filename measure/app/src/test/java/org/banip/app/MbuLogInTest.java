package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** {@code banip mbu} at a broker that wants to know who it is. */
class MbuLogInTest extends CommandLineContract {
    @Test
    void namesEveryWayToLogIn() throws Exception {
        byte[] refusal =
                "{\"error\":\"unauthenticated\",\"message\":\"who are you?\"}".getBytes(StandardCharsets.UTF_8);
        HttpServer broker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        broker.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(401, refusal.length);
            exchange.getResponseBody().write(refusal);
            exchange.close();
        });
        broker.start();
        try {
            String uri = "http://127.0.0.1:" + broker.getAddress().getPort() + "/";
            assertThat(run("mbu", "--wsb", uri, "--ban", "ban-1", "--seconds", "1"))
                    .isOne();
            assertThat(err.toString())
                    .contains(uri + " must know whose MBU this is: give --user NAME, --client-certificate FILE or"
                            + " --token-file FILE (unauthenticated)");
        } finally {
            broker.stop(0);
        }
    }
}
