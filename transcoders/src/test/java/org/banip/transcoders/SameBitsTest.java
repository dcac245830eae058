package org.banip.transcoders;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.banip.core.packet.Packet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encoders make the same bits on every JVM and in every version. If this test fails, their output has changed, and perhaps the format. */
class SameBitsTest {
    private static final int DIGITS = 16;

    @ParameterizedTest
    @ValueSource(strings = {"rice", "predict(key=10s)", "auto(key=10s)", "predict(effort=high,key=10s)"})
    void packetsAreTheSameEverywhere(String chain) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        long seed = 1;
        for (Signal signal : AwkwardSignals.all()) {
            for (Packet packet : Transcript.encode(Transcript.chain(chain), signal, 100, seed++)) {
                digest.update(
                        ByteBuffer.allocate(4).putInt(packet.payload().length).array());
                digest.update(packet.payload());
            }
        }
        Kept.assertDigest(chain, HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS));
    }
}
