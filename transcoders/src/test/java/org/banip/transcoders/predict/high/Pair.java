package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.transcoders.Signal;

/** An encoder, a decoder, and the packets between them. */
final class Pair {
    final HighEncoder encoder;
    final HighDecoder decoder;
    private long bytesOut;

    Pair(SensorGroup group) {
        encoder = new HighEncoder(group);
        decoder = new HighDecoder(group);
    }

    /** Encodes and decodes a block, and compares the result. */
    void send(Block sets, String what) {
        encoder.encode(sets, packet -> {
            assertThat(packet.length() - sets.length()).as(what).isLessThanOrEqualTo(Transcoder.MAX_GROWTH);
            bytesOut += packet.length();
            Block back = decoder.decode(packet);
            assertThat(back.unitCount()).as(what).isEqualTo(sets.unitCount());
            assertThat(back.key()).as(what).isEqualTo(sets.key());
            assertThat(Arrays.equals(back.bytes(), 0, back.length(), sets.bytes(), 0, sets.length()))
                    .as(what)
                    .isTrue();
        });
    }

    /** Sends a signal in blocks of 1 to {@code maxUnits} units of random length. One in {@code keys} is a key block. */
    void send(Signal signal, int maxUnits, int keys, long seed) {
        Random random = new Random(seed);
        int unit = 0;
        while (unit < signal.units()) {
            int count = Math.min(signal.units() - unit, 1 + random.nextInt(maxUnits));
            Block sets = signal.block(unit, count);
            sets.key(unit == 0 || random.nextInt(keys) == 0);
            send(sets, signal + ", seed " + seed + ", unit " + unit);
            unit += count;
        }
    }

    /** The number of bytes of all packets so far. */
    long bytesOut() {
        return bytesOut;
    }
}
