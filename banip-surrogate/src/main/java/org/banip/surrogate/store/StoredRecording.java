package org.banip.surrogate.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.ExportSource;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.RecordingVisitor;

/** An interconnect's decoded record: sensor sets as the sensors produced them, and gaps. Any thread. */
public final class StoredRecording implements ExportSource {
    private final Store store;
    private final InterconnectRecord interconnect;
    private final List<TranscodingChain> chains = new ArrayList<>();

    /**
     * The record of this interconnect.
     *
     * @param known the known components of chains
     * @throws BanipException {@code INVALID_CHAIN} if one is not known
     */
    public StoredRecording(Store store, InterconnectRecord interconnect, Transcoders known) {
        this.store = store;
        this.interconnect = interconnect;
        for (String chain : interconnect.chains()) {
            chains.add(TranscodingChain.parse(chain, known));
        }
    }

    /** The interconnect of the record. */
    public InterconnectRecord interconnect() {
        return interconnect;
    }

    @Override
    public String exportName() {
        return ExportTarget.nameOf(interconnect.ban().id(), interconnect.session());
    }

    @Override
    public String remark() {
        return "BANip session " + interconnect.session();
    }

    /** The sensor groups, in the order of the description. */
    @Override
    public List<SensorGroup> groups() {
        return interconnect.ban().groups();
    }

    /** For each group, the sequence number after the last stored one: the end of a read that must not grow. */
    @Override
    public long[] ends() {
        return store.nextSequences(interconnect);
    }

    /** The instant of a group's first stored sensor set, nanoseconds since the epoch; empty if it has none. */
    @Override
    public Optional<Long> startNanos(int group) {
        long[] start = new long[1];
        boolean[] found = new boolean[1];
        SampleLayout layout = new SampleLayout(groups().get(group));
        read(
                group,
                Long.MAX_VALUE,
                new RecordingVisitor() {
                    @Override
                    public void sets(Block block) {
                        start[0] = layout.instantNanos(block.bytes(), 0, block.originNanos(), block.firstUnit());
                        found[0] = true;
                    }
                },
                () -> !found[0]);
        return found[0] ? Optional.of(start[0]) : Optional.empty();
    }

    /** Passes everything stored of a group to the visitor. */
    public void read(int group, RecordingVisitor visitor) {
        read(group, Long.MAX_VALUE, visitor);
    }

    /** Passes everything stored of a group before a sequence number to the visitor. */
    @Override
    public void read(int group, long endSequence, RecordingVisitor visitor) {
        read(group, endSequence, visitor, () -> true);
    }

    /** Whether more is wanted. */
    @FunctionalInterface
    interface GoOn {
        boolean wanted();
    }

    /** A new decoder of a group. */
    ChainDecoder newDecoder(int group) {
        return chains.get(group).newDecoder(interconnect.ban(), group);
    }

    /** Where it is stored. */
    Store store() {
        return store;
    }

    void read(int group, long endSequence, RecordingVisitor visitor, GoOn goOn) {
        DecodableSets sets = new DecodableSets(Optional.of(groups().get(group)));
        try (ChainDecoder decoder = newDecoder(group)) {
            long next = 0;
            while (next < endSequence) {
                next = readOn(group, next, endSequence, decoder, sets, visitor, goOn);
            }
        }
        sets.end().ifPresent(lost -> tell(group, lost, visitor));
    }

    /** Reads up to the end, or to a damaged item; returns where to continue. */
    private long readOn(
            int group,
            long from,
            long endSequence,
            ChainDecoder decoder,
            DecodableSets sets,
            RecordingVisitor visitor,
            GoOn goOn) {
        try {
            store.read(interconnect, group, from, item -> {
                if (item.sequence() >= endSequence) {
                    return false;
                }
                visit(group, item, decoder, sets, visitor);
                return goOn.wanted();
            });
            return endSequence;
        } catch (DamagedItemException e) {
            decoder.lose();
            sets.lost(e.sequence(), e.resumeSequence());
            visitor.damaged(e);
            return e.resumeSequence();
        }
    }

    /** A gap does not desynchronise the decoder: if it replaces packets, a key packet follows. */
    private void visit(int group, Sequenced item, ChainDecoder decoder, DecodableSets sets, RecordingVisitor visitor) {
        sets.item(item).ifPresent(lost -> tell(group, lost, visitor));
        if (item instanceof Gap gap) {
            visitor.gap(gap);
            return;
        }
        if (sets.awaitsKey()) {
            return; // told with all others up to the key packet
        }
        Packet packet = (Packet) item;
        Block block;
        try {
            block = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
        } catch (BanipException e) {
            sets.undecodable(packet);
            visitor.damaged(e);
            return;
        }
        visitor.sets(block);
    }

    /** One for all packets that are intact, but behind a damaged one. */
    private void tell(int group, LostSets lost, RecordingVisitor visitor) {
        if (lost.behind() > 0) {
            visitor.damaged(new BanipException(
                    ErrorCode.UNDECODABLE_PACKET,
                    "group " + groups().get(group).name() + ", " + lost.numbers() + ": " + lost.text()));
        }
    }

    /** The digest of all groups, to be compared with what the sensors produced. */
    public SensorSetDigest digest() {
        SensorSetDigest digest = new SensorSetDigest(interconnect.ban());
        for (int group = 0; group < groups().size(); group++) {
            int index = group;
            read(group, block -> digest.update(index, block));
        }
        return digest;
    }
}
