package org.banip.transcoders.predict.high;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.Signal;

/** Prints the SHA-256 of the packets of a fixed signal, so that JVMs can be compared. */
final class Digest {
    private static final int UNITS = 500;

    private Digest() {}

    /** {@code rounds} lines; later rounds run in compiled code. */
    public static void main(String[] arguments) {
        for (int round = Integer.parseInt(arguments[0]); round > 0; round--) {
            System.out.println(ofPackets());
        }
    }

    static String ofPackets() {
        MessageDigest sha;
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        Signal signal = signal();
        HighEncoder encoder = new HighEncoder(signal.group());
        for (int unit = 0; unit < UNITS; unit += 50) {
            Block sets = signal.block(unit, 50);
            sets.key(unit % 250 == 0);
            encoder.encode(sets, packet -> {
                sha.update((byte) packet.length());
                sha.update(packet.bytes(), 0, packet.length());
            });
        }
        return HexFormat.of().formatHex(sha.digest());
    }

    /** Waves with noise. The second channel depends on the first one. The third channel's codes are 2.5 apart. */
    private static Signal signal() {
        SensorGroup group = Signal.group("250", 3, 16);
        SampleLayout layout = new SampleLayout(group);
        byte[] bytes = new byte[UNITS * layout.setBytes()];
        long state = 1;
        for (int unit = 0; unit < UNITS; unit++) {
            int[] noise = new int[3];
            for (int c = 0; c < 3; c++) {
                state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
                noise[c] = (int) (state >>> 58) + (int) (state >>> 52 & 63) - 63;
            }
            int first = (int) (900 * StrictMath.sin(unit * 0.06)) + noise[0] / 6;
            int at = unit * layout.setBytes();
            layout.write(bytes, at, 0, first);
            layout.write(bytes, at, 1, 200 - first / 2 + noise[1] / 9);
            layout.write(bytes, at, 2, (int) StrictMath.floor(2.5 * (first / 10 + noise[2] / 3)));
        }
        return new Signal("digested", group, UNITS, bytes);
    }
}
