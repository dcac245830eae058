package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;

class PlaceSetTest {
    @Test
    void findsTheNextNumberLikeABitSet() {
        Random random = Seed.random("places");
        for (int size : new int[] {1, 63, 64, 65, 4_095, 4_096, 4_097, 300_000, 1 << 20}) {
            PlaceSet set = new PlaceSet(size);
            BitSet model = new BitSet(size);
            for (int step = 0; step < 2_000; step++) {
                int number = random.nextInt(size);
                if (random.nextInt(3) > 0) {
                    set.add(number);
                    model.set(number);
                } else {
                    int removed = Math.max(0, model.nextSetBit(number));
                    set.remove(removed);
                    model.clear(removed);
                }
                int from = random.nextInt(size + 1);
                assertThat(set.next(from)).as("size %d, from %d", size, from).isEqualTo(model.nextSetBit(from));
                assertThat(set.next(0)).isEqualTo(model.nextSetBit(0));
            }
        }
    }
}
