package org.banip.measure.overhead.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.banip.emulator.profile.Way;
import org.banip.measure.overhead.ModelExchange;
import org.jspecify.annotations.Nullable;

/** Finds the exchanges of a capture. Incomplete exchanges at its ends are left out. */
final class ExchangeReader {
    private ExchangeReader() {}

    /** All exchanges, in order. */
    static List<SeenExchange> read(Path capture, ModelExchange how) throws IOException {
        return read(PcapFile.read(capture), how);
    }

    static List<SeenExchange> read(List<TcpPacket> capture, ModelExchange how) {
        List<Conversation> all = Conversation.of(capture);
        return how == ModelExchange.PER_REQUEST
                ? perRequest(all)
                : streamed(capture, all, how == ModelExchange.CHUNKED);
    }

    /** A connection is an exchange. */
    private static List<SeenExchange> perRequest(List<Conversation> all) {
        List<SeenExchange> exchanges = new ArrayList<>();
        for (Conversation conversation : all) {
            if (!conversation.carriesData() || !conversation.ended()) {
                continue;
            }
            ExchangeBuilder builder = new ExchangeBuilder(false);
            for (TcpPacket packet : conversation.packets()) {
                builder.add(conversation.way(packet), packet, false);
            }
            builder.build().ifPresent(exchanges::add);
        }
        return exchanges;
    }

    /** An exchange lasts until the next begins on the same connection. Packets of the reverse channel during this time belong to it. */
    private static List<SeenExchange> streamed(List<TcpPacket> capture, List<Conversation> all, boolean chunked) {
        List<Conversation> data = find(all, Conversation::carriesData);
        List<Conversation> reverse = find(all, Conversation::isReverse);
        List<SeenExchange> exchanges = new ArrayList<>();
        ExchangeBuilder builder = new ExchangeBuilder(chunked);
        for (TcpPacket packet : capture) {
            Conversation of = holder(data, packet);
            boolean onReverse = of == null;
            of = onReverse ? holder(reverse, packet) : of;
            if (of == null) {
                continue;
            }
            Way way = of.way(packet);
            if (!onReverse && way == Way.UP && builder.begins(packet)) {
                builder.build().ifPresent(exchanges::add);
                builder = builder.next();
            }
            builder.add(way, packet, onReverse);
        }
        return exchanges;
    }

    private static List<Conversation> find(List<Conversation> all, Predicate<Conversation> fits) {
        return all.stream().filter(fits).toList();
    }

    private static @Nullable Conversation holder(List<Conversation> among, TcpPacket packet) {
        for (Conversation conversation : among) {
            if (conversation.holds(packet)) {
                return conversation;
            }
        }
        return null;
    }
}
