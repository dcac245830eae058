package org.banip.measure.overhead.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.emulator.profile.Way;
import org.banip.measure.overhead.ModelExchange;
import org.banip.measure.overhead.ModelPacket;
import org.banip.measure.overhead.PacketKind;

/**
 * Compares an exchange on the link with the model's, packet for packet.
 *
 * @param packets packets of the link and of the model, in pairs where both have one
 */
public record ExchangeComparison(List<PacketComparison> packets) {
    /** Copies the list. */
    public ExchangeComparison {
        packets = List.copyOf(packets);
    }

    /** The n-th packet of a kind on the link is the n-th of that kind in the model. */
    static ExchangeComparison of(ModelExchange how, SeenExchange seen, List<ModelPacket> model) {
        List<PacketComparison> pairs = new ArrayList<>();
        for (Way way : Way.values()) {
            for (PacketKind kind : PacketKind.values()) {
                List<SeenPacket> there = seen.of(way, kind);
                List<ModelPacket> counted = model.stream()
                        .filter(packet -> packet.way() == way && packet.kind() == kind)
                        .toList();
                for (int i = 0; i < Math.max(there.size(), counted.size()); i++) {
                    pairs.add(new PacketComparison(how, way, kind, nth(there, i), nth(counted, i)));
                }
            }
        }
        return new ExchangeComparison(pairs);
    }

    private static <T> Optional<T> nth(List<T> list, int index) {
        return index < list.size() ? Optional.of(list.get(index)) : Optional.empty();
    }

    /** Whether each packet has its counterpart, and no byte is different but for TCP options, which are named. */
    public boolean equalButForOptions() {
        return packets.stream()
                .map(PacketComparison::reason)
                .allMatch(reason -> reason == Reason.NONE || reason == Reason.OPTIONS);
    }

    /** Whether each difference has a reason that has a name. */
    public boolean explained() {
        return packets.stream().map(PacketComparison::reason).noneMatch(Reason.OTHER::equals);
    }
}
