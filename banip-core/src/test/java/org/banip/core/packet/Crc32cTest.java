package org.banip.core.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.zip.CRC32C;
import org.banip.core.testing.Hex;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Crc32cTest {
    /** RFC 3720, appendix B.4. It shows the bytes as iSCSI sends them, lowest first. */
    @ParameterizedTest
    @CsvSource({
        "00*32, AA 36 91 8A",
        "FF*32, 43 AB A8 62",
        "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F, 4E 79 DD 46",
        "1F1E1D1C1B1A191817161514131211100F0E0D0C0B0A09080706050403020100, 5C DB 3F 11",
        "01C00000 00*12 14000000 00000400 00000014 00000018 28000000 00000000 02000000 00000000, 56 3A 96 D9",
    })
    void knownVectors(String bytes, String lowestFirst) {
        byte[] all = Hex.bytes(bytes);

        int crc = Crc32c.finish(Crc32c.update(Crc32c.START, all, 0, all.length));

        assertThat(Integer.reverseBytes(crc)).isEqualTo((int) Long.parseLong(lowestFirst.replace(" ", ""), 16));
    }

    @Test
    void agreesWithTheJdkForAnyPieces() {
        Random random = Seed.random("CRC-32C");
        byte[] bytes = new byte[3000];
        random.nextBytes(bytes);
        for (int i = 0; i < 3000; i++) {
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            int cut = from + random.nextInt(to - from + 1);
            CRC32C jdk = new CRC32C();
            jdk.update(bytes, from, to - from);

            int state = Crc32c.update(Crc32c.START, bytes, from, cut - from);
            state = Crc32c.update(state, bytes, cut, to - cut);

            assertThat(Crc32c.finish(state)).isEqualTo((int) jdk.getValue());
        }
    }

    @Test
    void numbersCountAsBytesHighestFirst() {
        byte[] bytes = Hex.bytes("FE DC BA 98 76 54 32 10", "BA 98", "10");
        int expected = Crc32c.update(Crc32c.START, bytes, 0, bytes.length);

        int state = Crc32c.updateBigEndian(Crc32c.START, 0xFEDCBA9876543210L, 8);
        state = Crc32c.updateBigEndian(state, 0x5432BA98L, 2);
        state = Crc32c.updateBigEndian(state, 0x10, 1);

        assertThat(state).isEqualTo(expected);
    }
}
