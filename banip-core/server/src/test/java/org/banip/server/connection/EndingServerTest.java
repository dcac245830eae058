package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client reads whose request comes while the server ends. */
class EndingServerTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final GracefulHandler requests = new GracefulHandler(new NoContent());
    private final ListeningServer server = new ListeningServer(
            Listening.loopback(new ConnectionLimits(100, 100, 8192, LONG, LONG), 0),
            new ListeningServer.Resources("broker", "test-http", 8, true, 8192, 65_536),
            TrustedProxies.NONE,
            requests);

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private HttpResponse<String> post(HttpClient.Version version) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri() + "interconnects"))
                .version(version)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aRequestWhileItEndsIsToldSo(HttpClient.Version version) throws Exception {
        assertThat(post(version).statusCode()).isEqualTo(204);
        var unused = requests.shutdown();
        HttpResponse<String> refused = post(version);
        assertThat(refused.statusCode()).isEqualTo(502);
        assertThat(refused.body())
                .isEqualTo(new ErrorAnswer("host-unavailable", "the broker is shutting down, try again").toJson());
    }
}
