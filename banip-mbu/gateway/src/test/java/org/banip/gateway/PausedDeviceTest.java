package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.banip.gateway.settings.GatewayLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** MQTT devices whose message waits for room in the spool. The host is away. */
class PausedDeviceTest extends GatewayFixture {
    private static final String TOPIC = "banip/ban-17/ecg";
    private static final String CONNACK = "20020000";
    private static final int SETS = 500;
    private static final int MOST_MESSAGES = 200;
    private static final int LAST = 0xffff;
    /** Far more than the gateway reads ahead. */
    private static final int AHEAD = 40;

    private static final int KEEP_ALIVE = 2;

    private final ExecutorService sender = Executors.newSingleThreadExecutor();
    private final short[] samples = noise(2 * SETS * MOST_MESSAGES);

    @AfterEach
    void endSender() {
        sender.shutdown();
    }

    /** A device that publishes until a message waits: then the answer of its ping comes without an acknowledgement. */
    private RawDevice paused(int keepAliveSeconds) throws IOException {
        RawDevice device = new RawDevice(mqttPort());
        device.writeHex(connect(keepAliveSeconds));
        assertThat(device.readHex(4)).isEqualTo(CONNACK);
        int message = 0;
        String answer;
        do {
            assertThat(message).as("messages taken").isLessThan(MOST_MESSAGES);
            device.writeHex(publication(message + 1, csv(samples, message, SETS)) + "c000");
            answer = device.readHex(2);
            String rest = answer.equals("4002") ? device.readHex(4) : "";
            if (keepAliveSeconds > 0 && answer.length() + rest.length() < 4) {
                return device; // the machine was so slow that the device counted as silent before
            }
            message++;
            assertThat(rest).isIn("", String.format("%04x", message) + "d000");
        } while (answer.equals("4002"));
        assertThat(answer).as("the answer of a ping, while its message waits").isEqualTo("d000");
        return device;
    }

    private static String connect(int keepAliveSeconds) {
        return connect(keepAliveSeconds, "d");
    }

    private static String connect(int keepAliveSeconds, String id) {
        return "10 0d 0004 4d515454 04 02 " + String.format("%04x", keepAliveSeconds) + " 0001 " + hex(id);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String publication(int packetId, String message) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        int length = 2 + TOPIC.length() + 2 + text.length;
        HexFormat hex = HexFormat.of();
        return String.format("32%02x%02x%04x", length % 128 | 128, length / 128, TOPIC.length())
                + hex.formatHex(TOPIC.getBytes(StandardCharsets.UTF_8))
                + String.format("%04x", packetId)
                + hex.formatHex(text);
    }

    @Test
    void aDeviceThatHasGoneMakesRoomForAnother() throws Exception {
        host.stop();
        spool = SMALL;
        start(builder -> builder.limits(GatewayLimits.DEFAULTS.connections(4))); // one from each address
        paused(0).close();
        soon("another device may connect").until(() -> {
            try (RawDevice other = new RawDevice(mqttPort())) {
                other.writeHex(connect(0));
                return other.readHex(4).equals(CONNACK);
            } catch (IOException e) {
                return false; // reset
            }
        });
        letTheGatewayEnd();
    }

    @Test
    void aDeviceThatIsSilentForTooLongIsDisconnected() throws Exception {
        host.stop();
        spool = SMALL;
        start(UnaryOperator.identity());
        try (RawDevice device = paused(2)) {
            while (!device.isClosedByPeer()) {
                // A byte of an acknowledgement: the machine was so slow that the spool only seemed to be full.
            }
        }
        letTheGatewayEnd();
    }

    /** Its packets fill all that the gateway reads ahead, so that the gateway cannot hear it any more. */
    @Test
    void aDeviceThatIsNotReadIsNotSilent() throws Exception {
        host.stop();
        spool = SMALL;
        start(UnaryOperator.identity());
        try (RawDevice before = paused(0);
                RawDevice device = new RawDevice(mqttPort())) {
            StringBuilder all = new StringBuilder(connect(KEEP_ALIVE, "e"));
            for (int n = 0; n < AHEAD; n++) {
                all.append(publication(n + 1, csv(samples, MOST_MESSAGES - AHEAD + n, SETS)));
            }
            Future<Void> sending = sender.submit(() -> {
                device.writeHex(all.toString());
                return null;
            });
            assertThat(device.readHex(4)).isEqualTo(CONNACK);
            for (int silent = 0;
                    silent < 2;
                    silent++) { // one after the other, so it was not read for as long meanwhile
                try (RawDevice other = new RawDevice(mqttPort())) {
                    other.writeHex(connect(KEEP_ALIVE, "f"));
                    assertThat(other.readHex(4)).isEqualTo(CONNACK);
                    assertThat(other.isClosedByPeer()).isTrue();
                }
            }
            host.startAgain();
            for (int n = 0; n < AHEAD; n++) {
                assertThat(device.readHex(4)).isEqualTo("4002" + String.format("%04x", n + 1));
            }
            sending.get();
            assertThat(before.readHex(4)).startsWith("4002");
            device.writeHex("c000");
            assertThat(device.readHex(2)).isEqualTo("d000");
        }
    }

    /** It waits for the host. */
    private void letTheGatewayEnd() throws IOException {
        host.startAgain();
        soon("the MBU is registered").until(() -> host.sessions() > 0);
    }

    @Test
    void itsMessagesAreTakenWhenThereIsRoom() throws Exception {
        host.stop();
        spool = SMALL;
        start(UnaryOperator.identity());
        try (RawDevice device = paused(0)) {
            device.writeHex(publication(LAST, "7,8"));
            host.startAgain();
            assertThat(device.readHex(4)).startsWith("4002").doesNotEndWith(String.format("%04x", LAST));
            assertThat(device.readHex(4)).isEqualTo("4002" + String.format("%04x", LAST));
        }
    }
}
