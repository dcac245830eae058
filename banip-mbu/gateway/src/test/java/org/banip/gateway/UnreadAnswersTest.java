package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Devices that go on sending without reading what the gateway answers. */
class UnreadAnswersTest extends GatewayFixture {
    /** What the system keeps of each direction for the device, so that a few messages fill it. */
    private static final int SOCKET_BYTES = 65_536;
    /** Far more than the system keeps of both directions. */
    private static final long MOST_BYTES = 8 << 20;

    private static final int PAUSE_MILLIS = 1_000;
    private static final int TOPICS = 1_000;

    @Test
    void anHttpDeviceIsNotReadWhileItReadsNothing() throws Exception {
        start(UnaryOperator.identity());
        String request = "GET / HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(1_000) + "\r\n\r\n";
        assertEverythingIsAnsweredInTheEnd(
                http("/").getPort(), new byte[0], request.getBytes(StandardCharsets.US_ASCII), '{');
    }

    @Test
    void anMqttDeviceIsNotReadWhileItReadsNothing() throws Exception {
        start(UnaryOperator.identity());
        String subscribe = "82" + "a21f" + "0001" + ("0001" + "61" + "00").repeat(TOPICS);
        assertEverythingIsAnsweredInTheEnd(
                mqttPort(),
                HexFormat.of().parseHex("100d00044d51545404020000000164"),
                HexFormat.of().parseHex(subscribe),
                0x90); // SUBACK
    }

    /**
     * Sends until nothing more is taken, then reads all answers.
     *
     * @param packet sent again and again
     * @param marker a byte that each answer has once
     */
    private static void assertEverythingIsAnsweredInTheEnd(int port, byte[] first, byte[] packet, int marker)
            throws IOException {
        try (SocketChannel device = SocketChannel.open();
                Selector selector = Selector.open()) {
            device.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BYTES);
            device.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BYTES);
            device.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            device.configureBlocking(false);
            SelectionKey key = device.register(selector, SelectionKey.OP_WRITE);
            ByteBuffer out = ByteBuffer.wrap(first);
            long sent = 0;
            while (device.write(out) > 0 || !out.hasRemaining() || selects(selector, PAUSE_MILLIS)) {
                if (!out.hasRemaining()) {
                    out = ByteBuffer.wrap(packet);
                    sent++;
                    assertThat(sent * packet.length).as("sent without reading").isLessThan(MOST_BYTES);
                }
            }
            ByteBuffer in = ByteBuffer.allocate(1 << 16);
            for (long answers = 0; answers < sent; answers += count(in, marker)) {
                key.interestOps(
                        out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
                assertThat(selects(selector, (int) PATIENCE.toMillis()))
                        .as("it goes on")
                        .isTrue();
                int unused = device.write(out);
                assertThat(device.read(in.clear())).as("it stays open").isNotNegative();
            }
        }
    }

    private static boolean selects(Selector selector, int millis) throws IOException {
        selector.selectedKeys().clear();
        return selector.select(millis) > 0;
    }

    private static int count(ByteBuffer read, int marker) {
        int count = 0;
        for (int at = 0; at < read.position(); at++) {
            count += (read.get(at) & 0xff) == marker ? 1 : 0;
        }
        return count;
    }
}
