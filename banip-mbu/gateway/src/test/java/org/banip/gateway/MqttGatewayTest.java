package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3Client;
import com.hivemq.client.mqtt.mqtt3.exceptions.Mqtt3ConnAckException;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAckReasonCode;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.banip.gateway.settings.Acknowledge;
import org.banip.server.log.HeardLog;
import org.junit.jupiter.api.Test;

/** The HiveMQ client as a device, and devices that write single bytes. */
class MqttGatewayTest extends GatewayFixture {
    private static final String ECG = "banip/ban-17/ecg";

    /** CONNECT of MQTT 3.1.1: clean session, keep-alive 0, client id "d". */
    private static final String CONNECT = "10 0d 0004 4d515454 04 02 0000 0001 64";

    private static final String CONNACK = "20020000";

    private Mqtt5BlockingClient five(String id) {
        return Mqtt5Client.builder()
                .identifier(id)
                .serverHost("127.0.0.1")
                .serverPort(mqttPort())
                .buildBlocking();
    }

    private static Mqtt5PublishResult publish(Mqtt5BlockingClient device, String topic, String message) {
        return device.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(message.getBytes(StandardCharsets.UTF_8))
                .send();
    }

    /** PUBLISH of quality of service 1 to {@link #ECG}; both texts are short. */
    private static String publication(boolean again, int packetId, String topic, String message) {
        return String.format("%s%02x%04x", again ? "3a" : "32", topic.length() + message.length() + 4, topic.length())
                + hex(topic)
                + String.format("%04x", packetId)
                + hex(message);
    }

    private static String hex(String text) {
        return java.util.HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private RawDevice connected() throws Exception {
        RawDevice device = new RawDevice(mqttPort());
        device.writeHex(CONNECT);
        assertThat(device.readHex(4)).isEqualTo(CONNACK);
        return device;
    }

    @Test
    void samplesOfAnMqtt5DeviceAreStoredInOrder() {
        start(UnaryOperator.identity());
        short[] samples = noise(2 * 200);
        Mqtt5BlockingClient device = five("board");
        device.connect();
        for (int n = 0; n < 20; n++) {
            publish(device, ECG, csv(samples, n, 10));
        }
        publish(device, "banip/ban-17/weight", "{\"time\": 1795705445, \"samples\": [81.4, 81.5]}");
        device.disconnect();
        awaitStored(0, samples);
        awaitStored(1, new short[] {8140, 8150});
    }

    @Test
    void samplesOfAnMqtt3DeviceAreStoredWithEachQualityOfServiceButTheHighest() {
        Gateway gateway = start(builder -> builder.devices(ward()));
        short[] samples = noise(2 * 200);
        var device = Mqtt3Client.builder()
                .identifier("board")
                .serverHost("127.0.0.1")
                .serverPort(mqttPort())
                .simpleAuth()
                .username("ward")
                .password(PASSWORD.getBytes(StandardCharsets.UTF_8))
                .applySimpleAuth()
                .buildBlocking();
        device.connect();
        for (int n = 0; n < 20; n++) {
            device.publishWith()
                    .topic(ECG)
                    .qos(n % 2 == 0 ? MqttQos.AT_MOST_ONCE : MqttQos.AT_LEAST_ONCE)
                    .payload(csv(samples, n, 10).getBytes(StandardCharsets.UTF_8))
                    .send();
        }
        awaitStored(0, samples);
        assertThat(gateway.counters().taken()).isEqualTo(20);
        device.disconnect();
    }

    @Test
    void theLogSaysWhySamplesThatAreTooOldAreRefused() {
        start(UnaryOperator.identity());
        Mqtt5BlockingClient device = five("scale");
        device.connect();
        publish(device, "banip/ban-17/weight", "1795705445,81.4");
        try (HeardLog log = new HeardLog()) {
            assertRefused(
                    device,
                    "banip/ban-17/weight",
                    "1795705445,77.25",
                    Mqtt5PubAckReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
                    "not later than the last ones");
            assertThat(log.messages())
                    .contains("- refused: BAN ban-17, weight: a device: CONFLICT, the samples are not later than the"
                            + " last ones of group weight, and not a repetition of a recent message")
                    .noneMatch(line -> line.contains("77.25"));
        }
        device.disconnect();
    }

    /** What a person does who sets up a scale; the device of MQTT 3.1.1 hears of nothing. */
    @Test
    void theLogSaysWhatIsWrongWithEachMessageAndHasNoValues() throws Exception {
        start(UnaryOperator.identity());
        try (HeardLog log = new HeardLog()) {
            for (String wrong :
                    List.of("81,4,7", "912.75", "{\"samples\": [77.25", "77.25 kg", "1,2", "", "77.25\n912.75")) {
                try (RawDevice device = connected()) {
                    device.writeHex(publication(false, 7, "banip/ban-17/weight", wrong));
                    assertThat(device.isClosedByPeer()).as(wrong).isTrue();
                }
            }
            String of = "- refused: BAN ban-17, weight: a device: ";
            String value = "value of channel weight in sensor set ";
            assertThat(log.messages().stream()
                            .filter(line -> line.startsWith(of))
                            .map(line -> line.substring(of.length())))
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .isEqualTo("INVALID, sensor set 1 has 3 values, the group has 1 channel"),
                            line -> assertThat(line)
                                    .isEqualTo("INVALID, " + value + "1 is outside the range 0 to 300 kg of the"
                                            + " description"),
                            line -> assertThat(line)
                                    .isEqualTo("MALFORMED, the message begins with {, and is no JSON object"),
                            line -> assertThat(line).isEqualTo("INVALID, " + value + "1 is no number"),
                            line -> assertThat(line).contains("INVALID, sensor set 1 has 2 fields"),
                            line -> assertThat(line).isEqualTo("INVALID, the message has no samples"),
                            line -> assertThat(line)
                                    .isEqualTo("INVALID, " + value + "2 is outside the range 0 to 300 kg of the"
                                            + " description"));
            assertThat(log.messages()).noneMatch(line -> line.contains("77.25") || line.contains("912.75"));
        }
    }

    @Test
    void anMqtt5DeviceIsToldWhatIsWrongAndStaysConnected() {
        start(builder -> builder.devices(ward()));
        Mqtt5BlockingClient device = five("board");
        device.connectWith()
                .simpleAuth()
                .username("ward")
                .password(PASSWORD.getBytes(StandardCharsets.UTF_8))
                .applySimpleAuth()
                .send();
        assertRefused(device, "banip/ban-17", "1,2", Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID, "banip/BAN/GROUP");
        assertRefused(
                device,
                "banip/ban-18/ecg",
                "1,2",
                Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID,
                "no BAN ban-18; describe it first");
        assertRefused(
                device,
                "banip/ban-17/eeg",
                "1,2",
                Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID,
                "no group eeg; it has ecg, weight");
        assertRefused(
                device, "banip/ban-2/ecg", "1,2", Mqtt5PubAckReasonCode.NOT_AUTHORIZED, "may not write BAN ban-2");
        assertRefused(device, ECG, "1", Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID, "has 1 value,");
        assertRefused(
                device,
                "banip/ban-17/weight",
                "81,4",
                Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID,
                "the first field is no time");
        device.publishWith()
                .topic("banip/ban-19/$description")
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .payload(BAN_17.replace("ban-17", "ban-19").getBytes(StandardCharsets.UTF_8))
                .send();
        publish(device, "banip/ban-19/ecg", "1,2");
        assertRefused(
                device,
                "banip/ban-19/$description",
                BAN_17.replace("ban-17", "ban-19").replace("250", "500"),
                Mqtt5PubAckReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
                "has another description here: group ecg: 250 Hz, now 500 Hz");
        assertThatThrownBy(() -> device.subscribeWith().topicFilter("#").send())
                .isInstanceOf(Mqtt5SubAckException.class);
        publish(device, ECG, BEGIN_SECONDS + ",1,2");
        device.disconnect();
    }

    private static void assertRefused(
            Mqtt5BlockingClient device, String topic, String message, Mqtt5PubAckReasonCode code, String said) {
        assertThatThrownBy(() -> publish(device, topic, message))
                .isInstanceOfSatisfying(Mqtt5PubAckException.class, e -> {
                    assertThat(e.getMqttMessage().getReasonCode()).isEqualTo(code);
                    assertThat(e.getMqttMessage()
                                    .getReasonString()
                                    .orElseThrow()
                                    .toString())
                            .contains(said);
                });
    }

    @Test
    void aWrongPasswordIsRefusedInBothVersions() {
        start(builder -> builder.devices(ward()));
        try (HeardLog log = new HeardLog()) {
            for (int n = 1; n <= 12; n++) {
                assertThatThrownBy(() -> five("board").connect()).isInstanceOf(Mqtt5ConnAckException.class);
            }
            assertThat(log.messages().stream().filter(line -> line.contains("log-in")))
                    .as("of an address and minute")
                    .hasSize(10)
                    .containsOnly("- log-in from 127.0.0.1 refused: wrong password or none");
        }
        assertThatThrownBy(() -> five("board").connect())
                .isInstanceOfSatisfying(
                        Mqtt5ConnAckException.class,
                        e -> assertThat(e.getMqttMessage().getReasonCode())
                                .isEqualTo(Mqtt5ConnAckReasonCode.BAD_USER_NAME_OR_PASSWORD));
        assertThatThrownBy(() -> Mqtt3Client.builder()
                        .serverHost("127.0.0.1")
                        .serverPort(mqttPort())
                        .buildBlocking()
                        .connect())
                .isInstanceOf(Mqtt3ConnAckException.class);
    }

    @Test
    void anMqtt3DeviceThatSendsWhatCannotBeTakenIsDisconnected() throws Exception {
        Gateway gateway = start(UnaryOperator.identity());
        for (String wrong : List.of(
                publication(false, 7, "banip/ban-18/ecg", "1,2"),
                publication(false, 7, "other", "1,2"),
                publication(false, 7, ECG, "1"),
                "34" + publication(false, 7, ECG, "1,2").substring(2), // quality of service 2
                "50020007", // PUBREC
                "3605" + "0001" + hex("a") + "0007", // quality of service 3
                "32ffff7f" + "0005" + hex("other") + "0007")) { // longer than allowed
            try (RawDevice device = connected()) {
                device.writeHex(wrong);
                assertThat(device.isClosedByPeer()).as(wrong).isTrue();
            }
        }
        assertThat(gateway.counters().taken()).isZero();
    }

    @Test
    void whatDoesNotBeginWithConnectIsDisconnected() throws Exception {
        start(UnaryOperator.identity());
        for (String wrong : List.of(
                "c000", publication(false, 7, ECG, "1,2"), "100d00044d51545404020000000164".replace("4d51", "4d52"))) {
            try (RawDevice device = new RawDevice(mqttPort())) {
                device.writeHex(wrong);
                assertThat(device.readHex(4)).as(wrong).isIn("", "20020001");
            }
        }
        try (RawDevice old = new RawDevice(mqttPort())) {
            old.writeHex("10 0f 0006 4d5149736470 03 02 0000 0001 64"); // MQTT 3.1
            assertThat(old.readHex(4)).isEqualTo("20020001");
            assertThat(old.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void manyPacketsThatComeBeforeTheLogInIsCheckedAreAnswered() throws Exception {
        start(UnaryOperator.identity());
        int pings = 8_000;
        try (RawDevice device = new RawDevice(mqttPort())) {
            device.writeHex(CONNECT + "c000".repeat(pings));
            assertThat(device.readHex(4 + 2 * pings)).isEqualTo(CONNACK + "d000".repeat(pings));
        }
    }

    @Test
    void aRepeatedMessageWithoutATimeIsStoredOnce() throws Exception {
        start(UnaryOperator.identity());
        try (RawDevice device = connected()) {
            device.writeHex(publication(false, 7, ECG, "1,2"));
            assertThat(device.readHex(4)).isEqualTo("40020007");
        }
        try (RawDevice device = connected()) {
            device.writeHex(publication(true, 7, ECG, "1,2") + publication(false, 8, ECG, "3,4") + "c000");
            assertThat(device.readHex(10)).isEqualTo("40020007" + "40020008" + "d000");
        }
        awaitSamples(0, new short[] {1, 2, 3, 4}); // a slow machine makes a pause between them
    }

    @Test
    void aClientThatConnectsAgainEndsItsOlderConnection() throws Exception {
        start(UnaryOperator.identity());
        try (RawDevice older = connected();
                RawDevice newer = connected()) {
            assertThat(older.isClosedByPeer()).isTrue();
            newer.writeHex(publication(false, 1, ECG, "1,2"));
            assertThat(newer.readHex(4)).isEqualTo("40020001");
        }
    }

    @Test
    void aDeviceWaitsWhileTheSpoolIsFullAndNothingIsLost() throws Exception {
        host.stop();
        spool = SMALL;
        Gateway gateway = start(UnaryOperator.identity());
        short[] samples = noise(2 * 500 * 100); // 200 kB
        var device = five("board").toAsync();
        device.connectWith().noKeepAlive().send().get();
        List<CompletableFuture<Mqtt5PublishResult>> published = new ArrayList<>();
        for (int n = 0; n < 100; n++) {
            published.add(device.publishWith()
                    .topic(ECG)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(csv(samples, n, 500).getBytes(StandardCharsets.UTF_8))
                    .send());
        }
        soon("the spool takes the first").until(() -> gateway.counters().taken() > 0);
        CompletableFuture<Void> all = CompletableFuture.allOf(published.toArray(CompletableFuture[]::new));
        assertThat(all).isNotDone();
        host.startAgain();
        all.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        awaitStored(0, samples);
        device.disconnect().get();
    }

    @Test
    void anAcknowledgementOfTheHostComesOnlyWhenTheHostHasStored() throws Exception {
        host.stop();
        start(builder -> builder.acknowledge(Acknowledge.HOST));
        var device = five("board").toAsync();
        device.connectWith().noKeepAlive().send().get();
        short[] samples = noise(2 * 10 * 50);
        List<CompletableFuture<Mqtt5PublishResult>> published = new ArrayList<>();
        for (int n = 0; n < 50; n++) { // more than may wait
            published.add(device.publishWith()
                    .topic(ECG)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(csv(samples, n, 10).getBytes(StandardCharsets.UTF_8))
                    .send());
        }
        assertThat(published).noneMatch(CompletableFuture::isDone);
        host.startAgain();
        CompletableFuture.allOf(published.toArray(CompletableFuture[]::new))
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        awaitStored(0, samples);
        device.disconnect().get();
    }
}
