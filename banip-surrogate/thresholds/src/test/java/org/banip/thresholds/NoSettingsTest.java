package org.banip.thresholds;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoSettingsTest {
    @TempDir
    private Path directory;

    @Test
    void mbuIsToldThatTheOperatorHasSetNoRules() throws Exception {
        SensorGroup group =
                SensorGroup.live("vitals", Frequency.ofHz(1), List.of(new Channel("HR", "/min", 9, 0, 300, 0, 300)));
        RegistrationRequest registration = RegistrationRequest.builder(
                        UUID.randomUUID(), "packetizer(units=2,hold=0)", new BanDescription("ban-17", List.of(group)))
                .surrogateType("thresholds")
                .build();
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                        .build();
                HostServer server = HostServer.start(host, HostServerSettings.loopback())) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(server.baseUri().resolve(Protocol.INTERCONNECTS))
                                    .header("Content-Type", Protocol.JSON_TYPE)
                                    .POST(HttpRequest.BodyPublishers.ofString(registration.toJson()))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .contains("a surrogate of type thresholds could not be activated: IllegalStateException:"
                            + " the operator has set no rules");
        }
    }
}
