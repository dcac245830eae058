package org.banip.mbu.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/** What a host has of one session: it stores what arrives in sequence, and keeps what is ahead. */
final class StoredSession {
    private final List<List<Sequenced>> stored;
    private final List<TreeMap<Long, Sequenced>> ahead;

    StoredSession(int groups) {
        stored = IntStream.range(0, groups)
                .mapToObj(group -> new ArrayList<Sequenced>())
                .collect(Collectors.toList());
        ahead = IntStream.range(0, groups)
                .mapToObj(group -> new TreeMap<Long, Sequenced>())
                .collect(Collectors.toList());
    }

    /** The number that it expects next. */
    long next(int group) {
        List<Sequenced> of = stored.get(group);
        return of.isEmpty() ? 0 : of.get(of.size() - 1).nextSequence();
    }

    void take(Sequenced item) {
        int group = item.group();
        TreeMap<Long, Sequenced> waiting = ahead.get(group);
        waiting.put(item.sequence(), item);
        while (!waiting.isEmpty() && waiting.firstKey() <= next(group)) {
            Sequenced first = waiting.pollFirstEntry().getValue();
            boolean isNew = first.sequence() == next(group);
            boolean endsLater = first instanceof Gap && first.nextSequence() > next(group);
            if (isNew || endsLater) {
                stored.get(group).add(first);
            }
        }
    }

    void forgetAhead() {
        ahead.forEach(TreeMap::clear);
    }

    /** Loses the last items of a group: this number, or all if there are fewer. */
    List<Sequenced> loseLast(int group, int most) {
        List<Sequenced> of = stored.get(group);
        List<Sequenced> lost = of.subList(Math.max(0, of.size() - most), of.size());
        List<Sequenced> copy = new ArrayList<>(lost);
        lost.clear();
        return copy;
    }

    /** The first unit of each packet of a group. */
    List<Long> units(int group) {
        return stored.get(group).stream()
                .filter(Packet.class::isInstance)
                .map(Sequenced::firstUnit)
                .collect(Collectors.toList());
    }

    /** No packet of the first two groups is there twice, and each decodes after the one before it. */
    void requireDecodable() {
        Set<Long> once = new HashSet<>();
        for (int group = 0; group < 2; group++) {
            long decodedTo = -1;
            for (Sequenced item : stored.get(group)) {
                if (item instanceof Packet packet) {
                    assertThat(packet.header().key() || decodedTo == item.firstUnit())
                            .as("%s decodes", item)
                            .isTrue();
                    assertThat(once.add(item.firstUnit())).as("%s once", item).isTrue();
                    decodedTo = item.endUnit();
                }
            }
        }
    }
}
