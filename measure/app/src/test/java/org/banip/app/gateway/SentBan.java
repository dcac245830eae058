package org.banip.app.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/** What a device sends in a session, and its way into the store of a gateway. */
final class SentBan {
    static final long SECOND = 1_000_000_000L;
    static final long NOON = 1_795_705_200L * SECOND;
    private static final long HOUR = 3600 * SECOND;

    static final SensorGroup ECG = group("ecg", Frequency.ofHz(360), ServiceClass.LIVE, 2);
    static final SensorGroup SCALE = group("scale", new Frequency(1, 60), ServiceClass.LIVE, 1);
    static final SensorGroup FAST = group("fast", Frequency.ofHz(5_000), ServiceClass.BULK, 1);
    static final SensorGroup WIDE = group("wide", Frequency.ofHz(100), ServiceClass.BULK, 512);

    final UUID session;
    final List<SentGroup> groups = new ArrayList<>();
    private final String ban;
    private String chain = "";

    SentBan(String ban, long seed) {
        this.ban = ban;
        session = new UUID(7, seed);
        groups.add(new SentGroup(0, ECG, "packetizer(units=37,hold=0)|predict(key=1s)", seed));
        groups.add(new SentGroup(1, SCALE, "packetizer(units=1,hold=0)|deflate(level=6)", seed));
        groups.add(new SentGroup(2, FAST, "packetizer(units=50,hold=0)|rice", seed));
        groups.add(
                new SentGroup(3, WIDE, "packetizer(units=255,hold=0)|deflate(level=1,context=stream,key=20s)", seed));
    }

    private static SensorGroup group(String name, Frequency frequency, ServiceClass serviceClass, int channels) {
        List<Channel> all = IntStream.range(0, channels)
                .mapToObj(c -> new Channel("c" + c, "mV", 16, -100, 100, -1, 1))
                .toList();
        return new SensorGroup(name, frequency, serviceClass, Duration.ofSeconds(1), all);
    }

    /** The same clock in each session, and few packets. */
    SentBan sendsFromTheSameOrigin() {
        for (SentGroup sent : groups) {
            for (int packet = 0; packet < 5; packet++) {
                sent.sends(0, packet * 20L, 20);
            }
        }
        return this;
    }

    /** Everything that a device's clock may do. */
    SentBan sendsMuch() {
        SentGroup ecg = groups.get(0);
        ecg.sends(NOON + 7, 11, 900).sends(NOON + 7, 911, 3);
        ecg.loses(NOON + 7, 914, 40).sends(NOON + 7, 954, 200); // left out on the same grid
        ecg.sends(NOON + 3 * SECOND + 100_000_000, 0, 360); // less than a second before the last one
        ecg.sends(
                NOON + 3 * SECOND + 100_000_000 + 361 * SECOND / 360 + 1_000_000, 0, 100); // a fraction of a period off
        ecg.sends(NOON - 2 * HOUR, 5, 400); // set back by hours
        ecg.sends(NOON - 2 * HOUR + SECOND, 0, 400); // set back by a second, to instants that it has sent
        ecg.sends(NOON + HOUR, 1, 2000);
        SentGroup scale = groups.get(1);
        for (int i = 0; i < 40; i++) {
            scale.sends(NOON + i * 3L * SECOND + i, 0, 1);
        }
        scale.sends(NOON, 10, 1).sends(NOON, 11, 1).sends(NOON - HOUR, 0, 2);
        groups.get(2).sends(NOON, 0, 20_000).sends(NOON, 20_000, 50).sends(NOON + 10 * SECOND, 3, 10_000);
        groups.get(3).sends(NOON, 0, 600).sends(NOON, 700, 300).sends(NOON - HOUR, 77, 30);
        return this;
    }

    BanDescription description() {
        return new BanDescription(ban, groups.stream().map(SentGroup::group).toList());
    }

    /** Its session in the store, which begins if it is not there. */
    InterconnectRecord in(Store store) {
        return store.find(session)
                .orElseGet(() -> store.create(new InterconnectRecord(
                        0,
                        session,
                        "device",
                        description(),
                        "standard",
                        groups.stream()
                                .map(sent -> chain.isEmpty() ? sent.chain : chain)
                                .toList(),
                        NOON + session.getLeastSignificantBits())));
    }

    /**
     * Stores items of a group that the store does not have yet, and waits until they are durable.
     *
     * @param most how many of them at most
     * @return whether there were any
     */
    boolean store(Store store, int group, int most) {
        InterconnectRecord record = in(store);
        long next = store.nextSequences(record)[group];
        List<Sequenced> items = groups.get(group).items.stream()
                .filter(item -> item.sequence() >= next)
                .limit(most)
                .toList();
        CompletableFuture<Void> durable = new CompletableFuture<>();
        for (Sequenced item : items) {
            boolean last = item == items.get(items.size() - 1);
            store.offer(record, item, NOON, new Store.CommitListener() {
                @Override
                public void committed(Sequenced committed) {
                    if (last) {
                        durable.complete(null);
                    }
                }

                @Override
                public void failed(Sequenced failed, BanipException cause) {
                    durable.completeExceptionally(cause);
                }
            });
        }
        if (!items.isEmpty()) {
            durable.join();
        }
        return !items.isEmpty();
    }

    /** Stores all. */
    void store(Store store) {
        for (int g = 0; g < groups.size(); g++) {
            while (store(store, g, 100)) {
                assert true;
            }
        }
    }

    /** How many sensor sets a group's items before this number of them have. */
    int unitsOf(int group, int items) {
        return groups.get(group).items.stream()
                .limit(items)
                .filter(Packet.class::isInstance)
                .mapToInt(item -> (int) (item.endUnit() - item.firstUnit()))
                .sum();
    }

    /** How many items it has. */
    long items() {
        return groups.stream().mapToLong(sent -> sent.items.size()).sum();
    }

    /** Says that all its chains are this one. */
    SentBan chain(String text) {
        chain = text;
        return this;
    }
}
