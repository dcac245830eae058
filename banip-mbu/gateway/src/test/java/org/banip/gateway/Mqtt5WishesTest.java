package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a device of MQTT 5 says in CONNECT of the packets that it accepts (sections 3.1.2.11.4 and 3.1.2.11.7). */
class Mqtt5WishesTest extends GatewayFixture {
    /** Bytes of a CONNACK without an assigned client id; it has a keep-alive time. */
    private static final int CONNACK_BYTES = 34;
    /** PUBLISH to the topic "other", packet identifier 7, quality of service 1. */
    private static final String WRONG = "32 0d 0005 6f74686572 0007 00 312c32";
    /** PUBACK with the code "topic name invalid", without properties. */
    private static final String REFUSED = "4004" + "0007" + "90" + "00";

    /** A connection whose CONNECT has these properties, in hexadecimal; keep-alive 0, client id "d". */
    private RawDevice connect(String properties) throws IOException {
        int length = properties.length() / 2;
        RawDevice device = new RawDevice(mqttPort());
        device.writeHex(
                String.format("10 %02x 0004 4d515454 05 02 0000 %02x", 14 + length, length) + properties + "0001 64");
        return device;
    }

    private RawDevice connected(String properties) throws IOException {
        RawDevice device = connect(properties);
        assertThat(device.readHex(CONNACK_BYTES))
                .startsWith("2020" + "00" + "00")
                .hasSize(2 * CONNACK_BYTES);
        return device;
    }

    private static String mostBytes(int most) {
        return "27" + String.format("%08x", most);
    }

    @Test
    void aReasonIsToldUnlessTheDeviceDoesNotWantIt() throws Exception {
        start(UnaryOperator.identity());
        for (String wanted : new String[] {"", "1701"}) {
            try (RawDevice device = connected(wanted)) {
                device.writeHex(WRONG);
                assertThat(device.readHex(2)).startsWith("40").isNotEqualTo("4004");
            }
        }
        try (RawDevice device = connected("1700")) {
            device.writeHex(WRONG + "c000");
            assertThat(device.readHex(8)).isEqualTo(REFUSED + "d000");
        }
    }

    @Test
    void aReasonDoesNotMakeAPacketTooLong() throws Exception {
        start(UnaryOperator.identity());
        try (RawDevice device = connected(mostBytes(CONNACK_BYTES))) {
            device.writeHex(WRONG + "c000");
            assertThat(device.readHex(8)).isEqualTo(REFUSED + "d000");
        }
        int whole = pubAckBytes();
        try (RawDevice device = connected(mostBytes(whole))) {
            device.writeHex(WRONG);
            assertThat(device.readHex(whole)).hasSize(2 * whole).doesNotStartWith("4004");
        }
        try (RawDevice device = connected(mostBytes(whole - 1))) {
            device.writeHex(WRONG + "c000");
            assertThat(device.readHex(8)).isEqualTo(REFUSED + "d000");
        }
    }

    /** Bytes of the PUBACK with its reason. */
    private int pubAckBytes() throws IOException {
        try (RawDevice device = connected("")) {
            device.writeHex(WRONG);
            return 2 + Integer.parseInt(device.readHex(2).substring(2), 16);
        }
    }

    @Test
    void aReasonDoesNotMakeTheLastPacketTooLong() throws Exception {
        start(UnaryOperator.identity());
        try (RawDevice device = connected(mostBytes(CONNACK_BYTES))) {
            device.writeHex("34" + WRONG.substring(2)); // quality of service 2
            assertThat(device.readHex(4)).isEqualTo("e002" + "9b" + "00");
            assertThat(device.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void aPacketThatIsTooLongIsNotSent() throws Exception {
        start(UnaryOperator.identity());
        int topics = 60;
        String subscribe = String.format("82 %02x%02x 0001 00", (3 + 4 * topics) % 128 | 128, (3 + 4 * topics) / 128)
                + "0001 61 00".repeat(topics);
        try (RawDevice device = connected(mostBytes(60))) {
            device.writeHex(subscribe + "c000");
            assertThat(device.readHex(2)).isEqualTo("d000");
        }
        try (RawDevice device = connected(mostBytes(100))) {
            device.writeHex(subscribe);
            assertThat(device.readHex(2)).isEqualTo("903f");
        }
    }

    @Test
    void aDeviceThatDoesNotAcceptConnAckIsRefused() throws Exception {
        start(UnaryOperator.identity());
        try (RawDevice device = connect(mostBytes(CONNACK_BYTES - 1))) {
            assertThat(device.readHex(5)).isEqualTo("2003" + "00" + "95" + "00");
            assertThat(device.isClosedByPeer()).isTrue();
        }
        try (RawDevice device = connect(mostBytes(1))) {
            assertThat(device.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void valuesThatAreNotAllowedAreProtocolErrors() throws Exception {
        start(UnaryOperator.identity());
        for (String wrong : new String[] {mostBytes(0), "1702"}) {
            try (RawDevice device = connect(wrong)) {
                assertThat(device.readHex(5)).as(wrong).isEqualTo("2003" + "00" + "82" + "00");
                assertThat(device.isClosedByPeer()).isTrue();
            }
        }
    }
}
