package org.banip.core.transcoding.spi;

import java.time.Duration;
import java.util.function.Supplier;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;

/** A configured component. It makes one encoder or decoder for each sensor group. Immutable, any thread. */
public interface Transcoder {
    /**
     * Maximum number of bytes by which a component may make a block longer, unless it must be the {@linkplain #last last} one. A block that cannot
     * be shortened is passed on unchanged.
     */
    int MAX_GROWTH = 8;

    /** The encoder half for one group. */
    Encoder newEncoder(SensorGroup group);

    /**
     * The encoder half for one group. It may read the newest conditions of the link at any time while it encodes, without a lock or an
     * allocation. Decoders do not know them, so an encoder's decisions must be in the payload.
     */
    default Encoder newEncoder(SensorGroup group, Supplier<LinkConditions> link) {
        return newEncoder(group);
    }

    /**
     * The encoder half for one group of a BAN, for a component that must know whose signal it is.
     *
     * @param group number of the group in the description
     */
    default Encoder newEncoder(BanDescription ban, int group, Supplier<LinkConditions> link) {
        return newEncoder(ban.groups().get(group), link);
    }

    /** The decoder half for one group. */
    Decoder newDecoder(SensorGroup group);

    /**
     * The decoder half for one group of a BAN, for a component that must know whose signal it is.
     *
     * @param group number of the group in the description
     * @throws org.banip.core.error.BanipException {@code INVALID_CHAIN} as {@link #requireDecoder}
     */
    default Decoder newDecoder(BanDescription ban, int group) {
        return newDecoder(ban.groups().get(group));
    }

    /**
     * Checks that this side has what decoders need, for example a private key. A host asks before it agrees to a chain.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_CHAIN} with what is missing
     */
    default void requireDecoder() {}

    /**
     * Approximate bytes of memory, on the heap or outside, that a decoder of this group holds between packets. It depends on the description
     * only, so a host can count it before the first packet arrives. Buffers for a packet are not included, see {@link #packetBytes}. Zero for a
     * component without state.
     */
    default long decoderBytes(SensorGroup group) {
        return 0;
    }

    /**
     * Maximum bytes of memory, on the heap or outside, that a decoder of this group needs for a packet and keeps for later ones: its buffers, and
     * those that decoding makes and drops. A host counts them before it decodes. The default is one {@link Block}, which grows by doubling, so it
     * may be twice as long as needed. Zero for a component that passes on its input block. The result never decreases when {@code length} grows.
     *
     * @param length bytes of the packet's sensor sets, or of its payload, whichever is longer; at most 1 MiB
     */
    default long packetBytes(SensorGroup group, int length) {
        return 2L * length;
    }

    /**
     * Whether this component's decoder of the group takes, within the memory that it has told, every packet that the encoder of another component makes.
     * Then a sender may change to that one, and its host need not know. The default is only if the two are equal.
     */
    default boolean decodes(SensorGroup group, Transcoder other) {
        return equals(other);
    }

    /** The parameters that a sender may change because of {@link #decodes}, for people: {@code units, hold}. Empty if there are none. */
    default String senderParameters() {
        return "";
    }

    /** The maximum signal time between two key packets, which restart the state. Zero for a component that decodes each packet alone. */
    default Duration keyInterval() {
        return Duration.ZERO;
    }

    /**
     * Whether its encoders read samples, so that their input must be whole sensor sets. Then the chain allows before it only components that
     * {@linkplain #yieldsSensorSets() pass on sensor sets}.
     */
    default boolean takesSensorSets() {
        return false;
    }

    /**
     * Whether it codes the units of groups of events, and no others. The chain of such a group must have one, because a host that does not know
     * events then refuses the chain.
     */
    default boolean takesEvents() {
        return false;
    }

    /** Whether no component may stand after it. */
    default boolean last() {
        return false;
    }

    /** Whether its encoders' output is whole sensor sets again, {@code unitCount} of them in the group's layout. */
    default boolean yieldsSensorSets() {
        return false;
    }
}
