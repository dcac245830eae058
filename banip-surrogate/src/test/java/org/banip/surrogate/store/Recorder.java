package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
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

/** Encodes samples as an MBU would and stores them as a host would. */
public final class Recorder {
    /** 2026-01-01T00:00:00.250Z. */
    public static final long ORIGIN = 1_767_225_600_250_000_000L;

    private static final String CHAIN = "packetizer(units=100,hold=0)|deflate(level=6,context=stream,key=1s)";

    private final Store store;
    private final InterconnectRecord interconnect;
    private final List<ChainEncoder> encoders = new ArrayList<>();
    private final long[] next;
    private final SensorSetDigest produced;
    private final List<Sequenced> items = new ArrayList<>();

    /** A new interconnect of this BAN. */
    public Recorder(Store store, BanDescription ban) {
        this.store = store;
        TranscodingChain chain = TranscodingChain.parse(CHAIN, Transcoders.installed());
        interconnect = store.create(new InterconnectRecord(
                0,
                new UUID(7, store.interconnects().size()),
                "mbu-7",
                ban,
                "standard",
                Collections.nCopies(ban.groups().size(), chain.toString()),
                ORIGIN));
        ban.groups().forEach(group -> encoders.add(chain.newEncoder(group)));
        next = new long[encoders.size()];
        produced = new SensorSetDigest(ban);
    }

    /** Takes sensor sets: per set, one value per channel. */
    public Recorder sets(int group, long origin, long firstUnit, int[]... sets) {
        SensorGroup sensors = interconnect.ban().groups().get(group);
        SampleLayout layout = new SampleLayout(sensors);
        Block block = new Block(layout.setBytes());
        for (int i = 0; i < sets.length; i++) {
            block.clear();
            block.ensureCapacity(layout.setBytes());
            block.length(layout.setBytes());
            for (int channel = 0; channel < sets[i].length; channel++) {
                layout.write(block.bytes(), 0, channel, sets[i][channel]);
            }
            block.describe(origin, firstUnit + i, 1);
            produced.update(group, block);
            encoders.get(group).encode(block, packet -> add(group, packet));
        }
        return this;
    }

    /** Takes events that happened at these instants; their samples are 0. */
    Recorder events(int group, long origin, long firstUnit, long... instants) {
        SampleLayout layout = new SampleLayout(interconnect.ban().groups().get(group));
        for (int i = 0; i < instants.length; i++) {
            Block block = new Block(layout.setBytes());
            block.length(layout.setBytes());
            layout.writeInstant(block.bytes(), 0, instants[i]);
            block.describe(origin, firstUnit + i, 1);
            produced.update(group, block);
            encoders.get(group).encode(block, packet -> add(group, packet));
        }
        return this;
    }

    private void add(int group, Block block) {
        items.add(Packet.of(
                new PacketHeader(
                        group, next[group]++, block.originNanos(), block.firstUnit(), block.unitCount(), block.key()),
                Arrays.copyOf(block.bytes(), block.length())));
    }

    /** Ends the packet under way. */
    public Recorder flush(int group) {
        encoders.get(group).flush(packet -> add(group, packet));
        return this;
    }

    /** Declares sensor sets given up. */
    public Recorder gap(int group, long origin, long firstUnit, long units, Gap.Reason reason) {
        flush(group);
        items.add(new Gap(group, next[group]++, 1, origin, firstUnit, units, reason));
        return this;
    }

    /** Stores everything, and takes no more. */
    public StoredRecording store() {
        StoredRecording recording = storeSoFar();
        encoders.forEach(ChainEncoder::close);
        return recording;
    }

    /** Stores everything so far. */
    StoredRecording storeSoFar() {
        for (int group = 0; group < encoders.size(); group++) {
            flush(group);
        }
        CountDownLatch outstanding = new CountDownLatch(items.size());
        Store.CommitListener listener = new Store.CommitListener() {
            @Override
            public void committed(Sequenced item) {
                outstanding.countDown();
            }

            @Override
            public void failed(Sequenced item, BanipException cause) {
                throw cause;
            }
        };
        for (Sequenced item : items) {
            while (!store.offer(interconnect, item, ORIGIN, listener)) {
                Thread.onSpinWait();
            }
        }
        try {
            outstanding.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        items.clear();
        StoredRecording recording = new StoredRecording(store, interconnect, Transcoders.installed());
        assertThat(recording.digest().hex()).isEqualTo(produced.hex());
        return recording;
    }
}
