package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.banip.core.packet.Packet;

/**
 * What reading a group of a damaged file brought.
 *
 * @param items the numbers of the items that were read
 * @param named the numbers of the others
 * @param damages what was said of them; reading went on behind each
 */
record ReadBack(Set<Long> items, Set<Long> named, List<String> damages) {
    /** Reads items up to a number. What is read must be what was stored. */
    static ReadBack of(Store store, InterconnectRecord interconnect, int group, long end, List<Packet> stored) {
        ReadBack result = new ReadBack(new HashSet<>(), new HashSet<>(), new ArrayList<>());
        long next = 0;
        while (next < end) {
            try {
                store.read(interconnect, group, next, item -> {
                    assertThat(item).isEqualTo(stored.get((int) item.sequence()));
                    return result.items.add(item.sequence());
                });
                next = end;
            } catch (DamagedItemException e) {
                assertThat(e.resumeSequence()).isGreaterThan(next);
                result.damages.add(String.valueOf(e.getMessage()));
                for (; next < e.resumeSequence(); next++) {
                    if (!result.items.contains(next)) {
                        result.named.add(next);
                    }
                }
            }
        }
        return result;
    }
}
