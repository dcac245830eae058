package org.banip.measure.export;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;

/** A session in a store of its own whose samples are {@code unit · 10 + channel}. One thread. */
final class StoredSample implements AutoCloseable {
    private static final String CHAIN = "packetizer(units=7)|deflate(level=6,context=stream)";

    private final Transcoders known = Transcoders.installed();
    private final TranscodingChain chain = TranscodingChain.parse(CHAIN, known);
    private final JdbcStore store;
    private final InterconnectRecord record;
    private final long[] next;

    StoredSample(Path file, SensorGroup... groups) {
        store = JdbcStore.open(file);
        BanDescription ban = new BanDescription("sample-1", List.of(groups));
        record = store.create(new InterconnectRecord(
                0,
                UUID.fromString("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab"),
                "sample-1",
                ban,
                "standard",
                ban.groups().stream().map(group -> chain.toString()).toList(),
                0));
        next = new long[groups.length];
    }

    /** Stores units of a group. */
    void add(int number, long originNanos, long firstUnit, int count) {
        SensorGroup group = record.ban().groups().get(number);
        SampleLayout layout = new SampleLayout(group);
        try (ChainEncoder encoder = chain.newEncoder(group)) {
            for (int i = 0; i < count; i++) {
                Block sets = new Block(layout.setBytes());
                sets.length(layout.setBytes());
                sets.describe(originNanos, firstUnit + i, 1);
                for (int c = 0; c < layout.channels(); c++) {
                    layout.write(sets.bytes(), 0, c, sample(firstUnit + i, c));
                }
                encoder.encode(sets, block -> offer(packet(number, block)));
            }
            encoder.flush(block -> offer(packet(number, block)));
        }
    }

    static int sample(long unit, int channel) {
        return (int) unit * 10 + channel;
    }

    private Packet packet(int number, Block block) {
        byte[] payload = java.util.Arrays.copyOf(block.bytes(), block.length());
        return Packet.of(
                new PacketHeader(
                        number, next[number], block.originNanos(), block.firstUnit(), block.unitCount(), block.key()),
                payload);
    }

    /** Stores the declaration that units were given up. */
    void lose(int number, long originNanos, long firstUnit, int count) {
        offer(new Gap(number, next[number], 1, originNanos, firstUnit, count, Gap.Reason.SENSOR_SILENT));
    }

    private void offer(Sequenced item) {
        boolean taken = store.offer(record, item, 0, new Store.CommitListener() {
            @Override
            public void committed(Sequenced committed) {}

            @Override
            public void failed(Sequenced refused, BanipException cause) {}
        });
        if (!taken) {
            throw new IllegalStateException("the store's queue is full");
        }
        next[item.group()] = item.nextSequence();
    }

    /** Closes the store, so that all is in the file, and opens it for reading. */
    static Reading closeAndRead(StoredSample sample, Path file) {
        sample.close();
        JdbcStore reading = JdbcStore.openForReading(file);
        return new Reading(
                reading, StoredSession.of(reading, reading.interconnects().get(0), sample.known));
    }

    @Override
    public void close() {
        store.close();
    }

    /** The session in a store that is open for reading. */
    record Reading(Store store, StoredSession session) implements AutoCloseable {
        @Override
        public void close() {
            store.close();
        }
    }
}
