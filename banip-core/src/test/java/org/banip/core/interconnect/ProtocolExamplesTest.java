package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.testing.Page;
import org.junit.jupiter.api.Test;

/** The code can read the documents shown in docs/protocol.md, section 3. */
class ProtocolExamplesTest {
    private final List<String> examples =
            Page.named("protocol.md").section("## 3 ").blocks("json");

    ProtocolExamplesTest() throws IOException {}

    @Test
    void registrationIsRead() {
        RegistrationRequest request = RegistrationRequest.fromJson(examples.get(0));

        assertThat(request.session()).hasToString("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab");
        assertThat(request.surrogateType()).isEqualTo(RegistrationRequest.STANDARD_SURROGATE);
        assertThat(request.chainOf("ecg")).startsWith("packetizer(units=90").endsWith("deflate(level=6)");
        assertThat(request.chainOf("temperature")).isEqualTo("packetizer(units=1)");
        assertThat(request.ban().id()).isEqualTo("ban-17");
        assertThat(request.ban().groups())
                .containsExactly(
                        new SensorGroup(
                                "ecg",
                                Frequency.ofHz(360),
                                ServiceClass.LIVE,
                                Duration.ofSeconds(1),
                                List.of(new Channel("MLII", "mV", 11, -2048, 2047, -15.36, 5.115))),
                        new SensorGroup(
                                "temperature",
                                new Frequency(1, 60),
                                ServiceClass.BULK,
                                Duration.ofMinutes(1),
                                List.of(new Channel("skin", "Cel", 12, 0, 4000, 10, 50))));
        assertThat(RegistrationRequest.fromJson(request.toJson())).isEqualTo(request);
    }

    @Test
    void answerIsReadAndBelongsToTheRegistration() {
        RegistrationRequest request = RegistrationRequest.fromJson(examples.get(0));
        RegistrationAnswer answer = RegistrationAnswer.fromJson(examples.get(1));

        assertThat(answer.interconnect()).isEqualTo(request.session());
        assertThat(answer.surrogate()).isEqualTo(Protocol.INTERCONNECTS + "/" + request.session());
        assertThat(answer.keepAlive()).hasSeconds(5);
        assertThat(answer.missedKeepAlives()).isEqualTo(3);
        assertThat(answer.grace()).hasSeconds(60);
        assertThat(answer.reorderWindow()).isEqualTo(64);
        assertThat(answer.hostNanos()).isEqualTo(1_795_215_600_000_000_000L);
        assertThat(answer.groups())
                .extracting(RegistrationAnswer.GroupState::name)
                .containsExactly("ecg", "temperature");
        assertThat(RegistrationAnswer.fromJson(answer.toJson())).isEqualTo(answer);
    }
}
