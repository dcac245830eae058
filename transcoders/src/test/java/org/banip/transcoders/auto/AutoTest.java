package org.banip.transcoders.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.AwkwardSignals;
import org.banip.transcoders.ChangingSignals;
import org.banip.transcoders.Signal;
import org.banip.transcoders.Transcript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoTest {
    private static final int RICE = 0;
    private static final int PREDICT = 1;
    private static final int HIGH = 2;
    private static final int PER_PACKET = 50;
    private static final SensorGroup GROUP = Signal.group("100", 2, 16);
    private static final TranscodingChain CHAIN = Transcript.chain("auto(key=7s)");

    /** Packets of half a second. */
    private static List<Packet> encode(TranscodingChain chain, Signal signal) {
        Transcript transcript = new Transcript();
        try (ChainEncoder encoder = chain.newEncoder(signal.group())) {
            for (int unit = 0; unit < signal.units(); unit += PER_PACKET) {
                encoder.encode(signal.block(unit, Math.min(PER_PACKET, signal.units() - unit)), transcript);
            }
        }
        return transcript.packets();
    }

    /** The coder that a key packet names. */
    private static int coder(Packet key, Signal signal) {
        int plain = key.header().unitCount() * signal.group().setBytes();
        byte[] payload = key.payload();
        return payload.length < plain ? payload[0] : payload.length == plain ? PREDICT : payload[plain];
    }

    private static Packet lastKey(List<Packet> packets) {
        return packets.stream()
                .filter(packet -> packet.header().key())
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static void assertComesBack(TranscodingChain chain, Signal signal, List<Packet> packets) {
        try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
            for (Packet packet : packets) {
                Block block = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
                int from = (int) block.firstUnit() * signal.group().setBytes();
                assertThat(Arrays.copyOf(block.bytes(), block.length()))
                        .isEqualTo(Arrays.copyOfRange(signal.bytes(), from, from + block.length()));
            }
        }
    }

    @Test
    void predictIsChosenForPredictableSignalsOnly() {
        Signal smooth = AwkwardSignals.wandering(GROUP, 3000, 5, 1);
        Signal noise = Signal.noise(GROUP, 3000, 2);
        assertThat(coder(lastKey(encode(CHAIN, smooth)), smooth)).isEqualTo(PREDICT);
        assertThat(coder(lastKey(encode(CHAIN, noise)), noise)).isEqualTo(RICE);
    }

    @Test
    void highEffortIsChosenOnlyIfAllowedAndBetter() {
        Signal smooth = Signal.waves(Signal.group("100", 2, 16), 3000, 3);
        TranscodingChain high = Transcript.chain("auto(effort=high,key=5s)");
        assertThat(coder(lastKey(encode(CHAIN, smooth)), smooth)).isEqualTo(PREDICT);
        long predicted = size(encode(Transcript.chain("predict(key=5s)"), smooth));
        long best = size(encode(Transcript.chain("predict(effort=high,key=5s)"), smooth));
        assertThat(best).isLessThan(predicted - predicted / 30);
        assertThat(coder(lastKey(encode(high, smooth)), smooth)).isEqualTo(HIGH);
        assertComesBack(high, smooth, encode(high, smooth));
    }

    private static long size(List<Packet> packets) {
        return packets.stream().mapToLong(packet -> packet.payload().length).sum();
    }

    @Test
    void coderFollowsAChangedSignalWithinMinutes() {
        Random random = new Random(4);
        Signal smooth = AwkwardSignals.wandering(GROUP, 24_000, 5, 5);
        Signal signal = AwkwardSignals.of("noise, then a wave, then noise", GROUP, 52_000, (unit, c) -> {
            boolean noise = unit < 8000 || unit >= 24_000;
            return noise
                    ? random.nextInt()
                    : smooth.bytes()[4 * unit + 2 * c] & 0xff | smooth.bytes()[4 * unit + 2 * c + 1] << 8;
        });
        List<Packet> packets = encode(CHAIN, signal);
        assertThat(coder(keyBefore(packets, 8000), signal)).isEqualTo(RICE);
        assertThat(coder(keyBefore(packets, 20_000), signal)).isEqualTo(PREDICT);
        assertThat(coder(keyBefore(packets, 50_000), signal)).isEqualTo(RICE);
        assertComesBack(CHAIN, signal, packets);
    }

    @Test
    void changeOfCoderBetweenKeyPacketsIsDecodedExactly() {
        TranscodingChain chain = Transcript.chain("auto");
        Signal signal = ChangingSignals.still(1);
        int plain = PER_PACKET * signal.group().setBytes();
        List<Packet> packets = encode(chain, signal);
        assertThat(packets.stream().filter(packet -> packet.payload().length == plain + 2))
                .isNotEmpty();
        assertComesBack(chain, signal, packets);
    }

    private static Packet keyBefore(List<Packet> packets, int unit) {
        return lastKey(packets.stream()
                .filter(packet -> packet.header().firstUnit() < unit)
                .toList());
    }

    @Test
    void slowGroupsUsePlainRice() {
        Signal slow = AwkwardSignals.wandering(Signal.group("1/60", 10, 16), 200, 2, 6);
        List<Packet> auto = Transcript.encode(Transcript.chain("auto"), slow, 3, 7);
        List<Packet> rice = Transcript.encode(Transcript.chain("rice"), slow, 3, 7);
        assertThat(auto).hasSameSizeAs(rice);
        for (int i = 0; i < auto.size(); i++) {
            assertThat(auto.get(i).payload()).isEqualTo(rice.get(i).payload());
        }
        assertComesBack(Transcript.chain("auto"), slow, auto);
    }

    @ParameterizedTest
    @CsvSource({
        "true, '', a key packet of 0 bytes",
        "true, '02 00', coder 2 is outside 0 to 1",
        "true, 'ff 00', coder -1 is outside 0 to 1",
        "true, '00 00 00 00 00 00 00 00 02', coder 2 is outside 0 to 1",
        "true, '00 00 00 00 00 00 00 00 01 00', a key packet of 10 bytes",
        "false, '00 00 00 00 00 00 00 00 01 02', last byte 2 must be 0",
        "false, '00 00 00 00 00 00 00 00 02 00', coder 2 is outside 0 to 1",
        "false, '00 00 00 00 00 00 00 00 01 00', 'a change to coder 1, which is the present one'",
        "false, '00 00 00 00 00 00 00 00 01 00 00', 11 bytes for 2 sensor sets of 4 bytes",
    })
    void payloadOfUnknownFormIsRefused(boolean key, String hex, String why) {
        byte[] payload =
                hex.isEmpty() ? new byte[0] : HexFormat.ofDelimiter(" ").parseHex(hex);
        try (ChainDecoder decoder = CHAIN.newDecoder(GROUP)) {
            if (!key) {
                byte[] before = new byte[8];
                decoder.decode(new PacketHeader(0, 0, Signal.ORIGIN_NANOS, 0, 2, true), before, 0, before.length);
            }
            PacketHeader header = new PacketHeader(0, 1, Signal.ORIGIN_NANOS, 2, 2, key);
            assertThatThrownBy(() -> decoder.decode(header, payload, 0, payload.length))
                    .isInstanceOfSatisfying(
                            BanipException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET))
                    .hasMessageContaining("auto: ")
                    .hasMessageContaining(why);
        }
    }
}
