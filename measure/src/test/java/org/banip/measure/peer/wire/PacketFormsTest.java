package org.banip.measure.peer.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.PeerSignal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets on the wires of the peers. */
class PacketFormsTest {
    private final PeerSignal signal = new PeerSignal(50, 11);

    @Test
    void bytesComeBackAsTheSamePacket() {
        for (Packet packet : signal.packets()) {
            assertThat(PacketBytes.decode(ByteBuffer.wrap(PacketBytes.encode(packet))))
                    .isEqualTo(packet);
        }
    }

    @Test
    void headIsShort() {
        Packet first = signal.packets().get(0);
        assertThat(PacketBytes.encode(first)).hasSize(12 + first.payload().length);
    }

    @Test
    void jsonComesBackAsTheSamePacket() {
        PacketJson json = new PacketJson(signal.ban().groups());
        for (Packet packet : signal.packets()) {
            assertThat(json.decode(json.encode(packet))).isEqualTo(packet);
        }
        assertThat(new String(json.encode(signal.packets().get(0)), StandardCharsets.US_ASCII))
                .startsWith("{\"group\":0,\"sequence\":0,\"origin\":1700000000000000123,\"unit\":0,\"samples\":[");
    }

    @ParameterizedTest
    @EnumSource
    void compressedComesBackAsTheSame(Compression compression) {
        byte[] message = new byte[1000];
        Arrays.fill(message, 100, 900, (byte) 7);
        assertThat(compression.expand(compression.compress(message))).isEqualTo(message);
    }

    @Test
    void whatIsNotCompressedIsRefused() {
        assertThatThrownBy(() -> Compression.GZIP.expand(new byte[] {1, 2, 3}))
                .isInstanceOf(UncheckedIOException.class);
    }
}
