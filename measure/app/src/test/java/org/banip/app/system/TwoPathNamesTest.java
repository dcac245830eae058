package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.PathSums;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A request that names two paths counts as one without a name, at the host and through a broker (docs/protocol.md, section 4.3). */
@Timeout(300)
class TwoPathNamesTest {
    private static final String BAN = "ban-17";
    private static final String PASSWORD = "correct horse";
    private static final RegistrationRequest REGISTRATION = RegistrationRequest.builder(
                    UUID.randomUUID(),
                    "packetizer(units=4,hold=0)",
                    new BanDescription(
                            BAN,
                            List.of(SensorGroup.live(
                                    "ecg",
                                    Frequency.ofHz(360),
                                    List.of(new Channel("II", "mV", 12, -2048, 2047, -10, 10))))))
            .build();

    @TempDir
    private Path directory;

    @Test
    void twoFieldsAreNoNameWhicheverWayTheyCome() throws Exception {
        new PasswordFile(directory.resolve("passwords")).set(BAN, PASSWORD.toCharArray(), 4);
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("banip.db")))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer server = HostServer.start(host, HostServerSettings.loopback());
                WirelessServiceBroker broker = WirelessServiceBroker.builder()
                        .configuration(BrokerConfiguration.builder()
                                .surrogateHost(server.baseUri())
                                .passwordFile(directory.resolve("passwords"))
                                .build())
                        .listen("127.0.0.1", 0)
                        .start()) {
            assertThat(send(broker.uri(), "interconnects", "application/json", REGISTRATION.toJson()))
                    .startsWith("HTTP/1.1 201 ");
            String data = "interconnects/" + REGISTRATION.session() + "/data";
            assertThat(sendFrames(broker.uri(), data, "wifi")).startsWith("HTTP/1.1 200 ");
            assertThat(sendFrames(broker.uri(), data, "wifi", "lte")).startsWith("HTTP/1.1 200 ");
            assertThat(sendFrames(broker.uri(), data, "wifi, lte")).startsWith("HTTP/1.1 200 ");
            await().atMost(Duration.ofMinutes(1)).until(() -> requests(host, "unnamed") == 2);
            assertThat(requests(host, "wifi")).isOne();
            assertThat(host.statistics().paths()).hasSize(2);
        }
    }

    private static long requests(SurrogateHost host, String path) {
        return host.statistics().paths().stream()
                .filter(sums -> sums.name().equals(path))
                .mapToLong(PathSums::begun)
                .sum();
    }

    private static String sendFrames(URI to, String path, String... names) throws IOException {
        StringBuilder fields = new StringBuilder();
        for (String name : names) {
            fields.append("Banip-Path: ").append(name).append("\r\n");
        }
        return send(
                to, path, "application/vnd.banip.frames\r\n" + fields.toString().trim(), "");
    }

    /** The head of the answer. */
    private static String send(URI to, String path, String type, String body) throws IOException {
        String logIn = Base64.getEncoder().encodeToString((BAN + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        try (Socket socket = new Socket(to.getHost(), to.getPort())) {
            socket.setSoTimeout(60_000);
            String request = "POST " + to.getPath() + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Authorization: Basic " + logIn + "\r\nContent-Type: " + type + "\r\nContent-Length: "
                    + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
