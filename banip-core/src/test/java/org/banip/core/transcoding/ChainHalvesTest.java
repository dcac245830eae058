package org.banip.core.transcoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.junit.jupiter.api.Test;

class ChainHalvesTest {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
    private static final SensorGroup BYTES =
            SensorGroup.live("resp", Frequency.ofHz(1), List.of(Channel.ofGain("thorax", "1", 8, -128, 127, 1, 0)));

    private final List<Packet> packets = new ArrayList<>();

    private static TranscodingChain chain(String text) {
        return TranscodingChain.parse(text, TranscodingChainTest.KNOWN);
    }

    /** Sensor sets of one byte each, starting at this unit of this grid. */
    private static Block sets(long origin, long firstUnit, String hex) {
        byte[] bytes = HEX.parseHex(hex);
        Block block = new Block(bytes.length);
        block.append(bytes, 0, bytes.length);
        block.describe(origin, firstUnit, bytes.length);
        return block;
    }

    private void keep(Block block) {
        packets.add(Packet.of(
                new PacketHeader(
                        0, packets.size(), block.originNanos(), block.firstUnit(), block.unitCount(), block.key()),
                Arrays.copyOf(block.bytes(), block.length())));
    }

    private static String decode(ChainDecoder decoder, Packet packet) {
        Block block = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
        return HEX.formatHex(block.bytes(), 0, block.length());
    }

    private static Packet packet(long sequence, boolean key, int units, String hex) {
        return Packet.of(new PacketHeader(0, sequence, 0, 0, units, key), HEX.parseHex(hex));
    }

    private List<Boolean> keys() {
        return packets.stream().map(packet -> packet.header().key()).toList();
    }

    @Test
    void withoutStateEveryPacketIsAKeyPacket() {
        ChainEncoder encoder = chain("plain").newEncoder(BYTES);
        encoder.encode(sets(0, 0, "01"), this::keep);
        encoder.encode(sets(0, 1, "02 03"), this::keep);
        assertThat(keys()).containsExactly(true, true);
        assertThat(packets.get(1).header()).isEqualTo(new PacketHeader(0, 1, 0, 1, 2, true));
    }

    @Test
    void stateIsKeptAcrossPacketsAndResetAtKeyPackets() {
        ChainEncoder encoder = chain("plain|running(key=3s)").newEncoder(BYTES);
        for (int unit = 0; unit < 8; unit++) {
            encoder.encode(sets(0, unit, "0" + (unit + 1)), this::keep);
        }
        assertThat(packets)
                .extracting(packet -> HEX.formatHex(packet.payload()))
                .containsExactly("01", "01", "01", "04", "01", "01", "07", "01");
        assertThat(keys()).containsExactly(true, false, false, true, false, false, true, false);
    }

    @Test
    void newGridStepBackRestartAndFailureCauseAKeyPacket() {
        ChainEncoder encoder = chain("running(key=1min)").newEncoder(BYTES);
        encoder.encode(sets(0, 0, "01"), this::keep);
        encoder.encode(sets(0, 1, "01"), this::keep);
        encoder.encode(sets(9, 2, "01"), this::keep); // new grid
        encoder.encode(sets(9, 7, "01"), this::keep); // units are missing: no need
        encoder.encode(sets(9, 1, "01"), this::keep); // step back
        encoder.encode(sets(9, 2, "01"), this::keep);
        encoder.restart();
        encoder.encode(sets(9, 3, "01"), this::keep);
        assertThatThrownBy(() -> encoder.encode(sets(9, 4, "01"), block -> {
                    throw new IllegalStateException("no room");
                }))
                .hasMessage("no room");
        encoder.encode(sets(9, 5, "01"), this::keep);
        assertThat(keys()).containsExactly(true, false, true, false, true, false, true, true);
    }

    @Test
    void keyMarkOfTheInputIsIgnored() {
        ChainEncoder encoder = chain("running").newEncoder(BYTES);
        for (int unit = 0; unit < 3; unit++) {
            Block block = sets(0, unit, "01");
            block.key(true);
            encoder.encode(block, this::keep);
        }
        assertThat(keys()).containsExactly(true, false, false);
    }

    @Test
    void incompleteSensorSetsAreRefused() {
        ChainEncoder encoder = chain("plain").newEncoder(BYTES);
        Block block = sets(0, 0, "01 02");
        block.describe(0, 0, 3);
        assertInvalid(encoder, block, "group resp: block of 2 bytes must be 3 sensor sets, at least 1, of 1 byte");
        block.clear();
        assertInvalid(encoder, block, "block of 0 bytes must be 0 sensor sets, at least 1");
    }

    @Test
    void packetBeyondALimitIsNotPassedOn() {
        ChainEncoder encoder = chain("plain").newEncoder(BYTES);
        assertInvalid(encoder, zeros(65_536, 1), "packet of 65536 sensor sets, 65536 bytes, exceeds limits 65535");
        encoder.encode(zeros(65_535, 1), this::keep);

        SensorGroup wide = SensorGroup.live(
                "eeg",
                Frequency.ofHz(1),
                java.util.Collections.nCopies(8, BYTES.channels().get(0)));
        ChainEncoder wideEncoder = chain("plain").newEncoder(wide);
        assertInvalid(wideEncoder, zeros(32_769, 8), "payload of 262152 bytes exceeds limit 262144");
        wideEncoder.encode(zeros(32_768, 8), this::keep);
        assertThat(packets).hasSize(2);
    }

    private static Block zeros(int units, int setBytes) {
        Block block = new Block(units * setBytes);
        block.length(units * setBytes);
        block.describe(0, 0, units);
        return block;
    }

    private static void assertInvalid(ChainEncoder encoder, Block block, String message) {
        assertThatThrownBy(() -> encoder.encode(block, ignored -> {}))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                .hasMessageContaining(message);
    }

    @Test
    void decodingStartsAtAKeyPacket() {
        ChainDecoder decoder = chain("running").newDecoder(BYTES);
        assertUndecodable(decoder, packet(6, false, 1, "01"), "packet 6 of group resp is not a key packet");
        assertThat(decode(decoder, packet(7, true, 2, "05 01"))).isEqualTo("05 06");
        assertThat(decode(decoder, packet(8, false, 1, "01"))).isEqualTo("07");
        decoder.lose();
        assertUndecodable(decoder, packet(9, false, 1, "01"), "packet 9 of group resp is not a key packet");
        assertThat(decode(decoder, packet(10, true, 1, "01"))).isEqualTo("01");
    }

    @Test
    void afterAnErrorOnlyAKeyPacketDecodes() {
        ChainDecoder decoder = chain("plain|running").newDecoder(BYTES);
        decode(decoder, packet(0, true, 1, "01"));
        assertUndecodable(decoder, packet(1, false, 1, "7f"), "packet 1 of group resp: running: byte 0 is 7f");
        assertUndecodable(decoder, packet(2, false, 1, "01"), "is not a key packet");
        decode(decoder, packet(3, true, 1, "01"));
        assertUndecodable(
                decoder,
                packet(4, false, 2, "01"),
                "packet 4 of group resp decodes to 1 byte, must be 2 sensor sets of 1 byte");
        assertUndecodable(decoder, packet(5, false, 1, "01"), "is not a key packet");
        decode(decoder, packet(6, true, 1, "01"));
        assertThat(decoder.statistics())
                .containsExactly(new TranscoderStatistics(5, 4, 4, 4), TranscoderStatistics.NONE);
    }

    @Test
    void packetOfMoreThanOneMebibyteIsNotDecoded() {
        SensorGroup wide = SensorGroup.live(
                "eeg",
                Frequency.ofHz(1),
                java.util.Collections.nCopies(512, BYTES.channels().get(0)));
        ChainDecoder decoder = chain("running").newDecoder(wide);
        assertUndecodable(
                decoder,
                packet(0, true, 2049, "01"),
                "packet 0 of group eeg stands for 2049 sensor sets of 512 bytes, limit is 1048576 bytes");
    }

    private static void assertUndecodable(ChainDecoder decoder, Packet packet, String message) {
        assertThatThrownBy(() -> decode(decoder, packet))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET))
                .hasMessageContaining(message);
    }

    @Test
    void keyPacketDecodesAfterAComponentFailed() {
        ChainDecoder decoder = chain("running").newDecoder(BYTES);
        assertThatThrownBy(() -> decode(decoder, packet(0, true, 1, "7e")))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("packet 0 of group resp")
                .hasCauseInstanceOf(ArrayIndexOutOfBoundsException.class)
                .extracting(e -> ((BanipException) e).code())
                .isEqualTo(ErrorCode.UNDECODABLE_PACKET);
        assertThat(decode(decoder, packet(1, true, 2, "01 01"))).isEqualTo("01 02");
    }
}
