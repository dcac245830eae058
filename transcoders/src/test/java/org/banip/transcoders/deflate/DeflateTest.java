package org.banip.transcoders.deflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.Signal;
import org.junit.jupiter.api.Test;

class DeflateTest {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
    private static final SensorGroup BYTES = Signal.group("100", 1, 8);
    private static final Transcoder PACKET = new PacketDeflate(6);
    private static final Transcoder STREAM = new StreamDeflate(6, Duration.ofMinutes(1));

    private static Block block(boolean key, int units, String... fields) {
        byte[] bytes = HEX.parseHex(String.join(" ", fields));
        Block block = new Block(bytes.length);
        block.append(bytes, 0, bytes.length);
        block.describe(Signal.ORIGIN_NANOS, 0, units);
        block.key(key);
        return block;
    }

    private static String hex(Block block) {
        return HEX.formatHex(block.bytes(), 0, block.length());
    }

    private static String encoded(Encoder encoder, boolean key, String sets) {
        String[] payload = new String[1];
        encoder.encode(block(key, (sets.length() + 1) / 3, sets), block -> payload[0] = hex(block));
        return payload[0];
    }

    private static void assertUndecodable(Decoder decoder, Block block, String message) {
        assertThatThrownBy(() -> decoder.decode(block))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET))
                .hasMessageContaining(message);
    }

    @Test
    void packetIsOneDeflateStream() {
        Block sets = PACKET.newDecoder(BYTES)
                .decode(block(
                        true, 16, "63", // BFINAL 1, BTYPE 01 (fixed codes), literal 00 …
                        "60", // … literal 00 goes on, length 15 …
                        "40", // … distance 1 …
                        "05", // …
                        "00")); // end of block
        assertThat(hex(sets)).isEqualTo("00" + " 00".repeat(15));
        assertThat(sets.unitCount()).isEqualTo(16);
        assertThat(sets.key()).isTrue();
    }

    @Test
    void blockThatWouldNotBecomeShorterIsStoredAfterAReservedBlockType() {
        Encoder encoder = PACKET.newEncoder(BYTES);
        assertThat(encoded(encoder, true, "01 02 03 04"))
                .isEqualTo(String.join(
                        " ",
                        "06", // BFINAL 0, BTYPE 11 (reserved)
                        "01 02 03 04")); // the sensor sets
        assertThat(hex(PACKET.newDecoder(BYTES).decode(block(true, 4, "06", "01 02 03 04"))))
                .isEqualTo("01 02 03 04");
        assertThat(encoder.statistics()).isEqualTo(new TranscoderStatistics(4, 1, 4, 5));
    }

    @Test
    void streamPacketsLeaveTheSyncMarkerOutAndShareADictionary() {
        Decoder decoder = STREAM.newDecoder(BYTES);
        String eight = "01 02 03 04 05 06 07 08";

        Block first = decoder.decode(block(
                true,
                16,
                "62", // BFINAL 0, BTYPE 01 (fixed codes), literal 01 …
                "64 62 66 61 65 63 e7", // literals to 08
                "60 84 d2 00", // literal 01, length 7 at distance 8, end of block
                "00")); // BFINAL 0, BTYPE 00 (stored), padding; LEN 0000 and NLEN ffff are left out
        assertThat(hex(first)).isEqualTo(eight + " " + eight);

        Block second = decoder.decode(block(
                false,
                16,
                "42 a7 01", // BFINAL 0, BTYPE 01, literal 01, length 15 at distance 16, end of block …
                "00")); // … and the empty stored block as above
        assertThat(hex(second)).isEqualTo(eight + " " + eight);
    }

    @Test
    void streamPacketsThatAreStoredEnterTheDictionary() {
        byte[] noise = new byte[300];
        new Random(11).nextBytes(noise);
        Encoder encoder = STREAM.newEncoder(BYTES);
        Decoder decoder = STREAM.newDecoder(BYTES);

        String stored = encoded(encoder, true, HEX.formatHex(noise));
        assertThat(stored).isEqualTo("06 " + HEX.formatHex(noise));
        String reference = encoded(encoder, false, HEX.formatHex(noise));
        assertThat(HEX.parseHex(reference)).hasSizeLessThan(10);

        assertThat(hex(decoder.decode(block(true, 300, stored)))).isEqualTo(HEX.formatHex(noise));
        assertThat(hex(decoder.decode(block(false, 300, reference)))).isEqualTo(HEX.formatHex(noise));
    }

    @Test
    void keyBlockRestartsTheStream() {
        Encoder encoder = STREAM.newEncoder(BYTES);
        String sets = "01 02 03 04 05 06 07 08".repeat(4).replace("0801", "08 01");
        String first = encoded(encoder, true, sets);
        String second = encoded(encoder, false, sets);
        String key = encoded(encoder, true, sets);

        assertThat(second).hasSizeLessThan(first.length());
        assertThat(key).isEqualTo(first);
        Decoder decoder = STREAM.newDecoder(BYTES);
        assertThat(hex(decoder.decode(block(true, 32, key)))).isEqualTo(sets);
        assertThat(hex(decoder.decode(block(false, 32, second)))).isEqualTo(sets);
    }

    @Test
    void streamDecoderStartsOnlyAtAKeyBlockAlsoAfterAnError() {
        Decoder decoder = STREAM.newDecoder(BYTES);
        Block stored = block(false, 2, "06", "01 02");
        Block key = block(true, 2, "06", "01 02");

        assertUndecodable(decoder, stored, "not a key packet");
        decoder.decode(key);
        decoder.decode(stored);
        assertUndecodable(decoder, block(false, 2, "fe"), "first byte 254");
        assertUndecodable(decoder, stored, "not a key packet");
        decoder.decode(key);
        assertThat(decoder.statistics()).isEqualTo(new TranscoderStatistics(6, 3, 9, 6));
    }

    @Test
    void emptyBlocksAreStored() {
        // A component before deflate may need no bytes for a constant signal.
        for (Transcoder deflate : Arrays.asList(PACKET, STREAM)) {
            Encoder encoder = deflate.newEncoder(BYTES);
            Decoder decoder = deflate.newDecoder(BYTES);
            for (int i = 0; i < 3; i++) {
                assertThat(encoded(encoder, i == 0, "")).isEqualTo("06");
                assertThat(decoder.decode(block(i == 0, 7, "06")).length()).isZero();
            }
        }
    }

    @Test
    void undecodablePacketHasAReason() {
        Decoder decoder = PACKET.newDecoder(BYTES);
        assertUndecodable(decoder, block(true, 16), "no bytes");
        assertUndecodable(decoder, block(true, 16, "63 60 40 05"), "bytes end before the deflate stream does");
        assertUndecodable(decoder, block(true, 16, "63 60 40 05 00 00"), "1 byte behind the end of the deflate stream");
        assertUndecodable(decoder, block(true, 16, "07"), "first byte 7 is neither a deflate block's nor 6 (stored)");
        assertUndecodable(decoder, block(true, 16, "00 01 00 00 00"), "not as RFC 1951 demands");
    }

    @Test
    void streamPacketThatEndsTheStreamIsRefused() {
        assertUndecodable(
                STREAM.newDecoder(BYTES), block(true, 16, "63 60 40 05 00"), "must go on from packet to packet");
    }

    @Test
    void decoderPutsOutNoMoreThanThePacketsUnitsAllow() {
        byte[] bomb = new byte[1 << 24];
        byte[] payload = new byte[1 << 16];
        java.util.zip.Deflater deflater = new java.util.zip.Deflater(9, true);
        deflater.setInput(bomb);
        deflater.finish();
        int length = deflater.deflate(payload);
        assertThat(deflater.finished()).isTrue();
        deflater.end();
        for (Transcoder deflate : Arrays.asList(PACKET, STREAM)) {
            Block block = new Block(length);
            block.append(payload, 0, length);
            block.key(true);
            block.describe(Signal.ORIGIN_NANOS, 0, 100);
            assertUndecodable(deflate.newDecoder(BYTES), block, "more than the 164 bytes");
            block.describe(Signal.ORIGIN_NANOS, 0, Integer.MAX_VALUE);
            assertUndecodable(deflate.newDecoder(BYTES), block, "more than the 1048640 bytes");
        }
        assertUndecodable(PACKET.newDecoder(BYTES), block(true, 1, "06" + " 00".repeat(66)), "more than the 65 bytes");
    }

    @Test
    void storedBlocksLongerThanADeflateBlockEnterTheDictionary() {
        SensorGroup wide = Signal.group("500", 512, 32);
        Signal noise = Signal.noise(wide, 64, 12); // 128 KiB, a stored deflate block holds 64 KiB − 1
        Encoder encoder = STREAM.newEncoder(wide);
        Decoder decoder = STREAM.newDecoder(wide);
        for (int round = 0; round < 3; round++) {
            Block sets = noise.block(0, 64);
            sets.key(round == 0);
            encoder.encode(sets, block -> {
                assertThat(block.length()).isEqualTo(sets.length() + 1);
                assertThat(hex(decoder.decode(block))).isEqualTo(hex(sets));
            });
            Block tail = noise.block(60, 4);
            encoder.encode(tail, block -> {
                assertThat(block.length()).isLessThan(200);
                assertThat(hex(decoder.decode(block))).isEqualTo(hex(tail));
            });
        }
    }

    @Test
    void bothHalvesStaySynchronisedForEveryLength() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            Encoder encoder = STREAM.newEncoder(BYTES);
            Decoder decoder = STREAM.newDecoder(BYTES);
            Signal signal = random.nextBoolean() ? Signal.noise(BYTES, 5000, seed) : Signal.waves(BYTES, 5000, seed);
            String what = "seed " + seed;
            for (int length = 1; length < 90; length++) {
                Block sets = signal.block(random.nextInt(4900), length);
                sets.key(length == 1);
                encoder.encode(sets, block -> {
                    assertThat(block.length()).as(what).isLessThanOrEqualTo(sets.length() + 1);
                    assertThat(hex(decoder.decode(block))).as(what).isEqualTo(hex(sets));
                });
            }
        }
    }
}
