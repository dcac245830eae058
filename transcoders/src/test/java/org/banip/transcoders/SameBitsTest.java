package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.banip.core.packet.Packet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encoders come to the same bits on every JVM, and in every version: a change here is a change of the format. */
class SameBitsTest {
    @ParameterizedTest
    @CsvSource({
        "rice, a7fd6b43e83fa497",
        "predict(key=10s), 117a46b82037d743",
        "auto(key=10s), 738a9076bab75c40",
        "'predict(effort=high,key=10s)', 6312cf45ac8b74ec",
    })
    void packetsAreTheSameEverywhere(String chain, String expected) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        long seed = 1;
        for (Signal signal : AwkwardSignals.all()) {
            for (Packet packet : Transcript.encode(Transcript.chain(chain), signal, 100, seed++)) {
                digest.update(
                        ByteBuffer.allocate(4).putInt(packet.payload().length).array());
                digest.update(packet.payload());
            }
        }
        assertThat(HexFormat.of().formatHex(digest.digest()).substring(0, 16)).isEqualTo(expected);
    }
}
