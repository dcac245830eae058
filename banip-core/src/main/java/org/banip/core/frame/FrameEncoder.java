package org.banip.core.frame;

import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.text.Counted;
import org.banip.core.text.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Writes the frames of one HTTP body. In the steady state a packet has an overhead of 6 bytes, 7 from 128 bytes of payload
 * on, 8 from 16,384 on.
 *
 * <p>One thread at a time; allocates nothing when writing packets.
 */
public final class FrameEncoder {
    private FrameReference[] references;
    private boolean[] stateless;

    /**
     * An encoder for one body.
     *
     * @param lastKnown per group the packet that both sides know to be the last one, or null: allowed only if every packet of the
     *     group was acknowledged, no gap came after the last one, and no other data request is open
     * @param stateless per group whether its chain keeps no state, so that every packet is a key packet
     */
    public FrameEncoder(List<? extends @Nullable PacketHeader> lastKnown, boolean[] stateless) {
        references = FrameReference.ofAll(lastKnown, stateless);
        this.stateless = stateless.clone();
    }

    /**
     * The BAN has more groups from now on; the first frame of each has all of its fields.
     *
     * @param statelessNow per group, the former ones included, whether its chain keeps no state
     */
    public void addGroups(boolean[] statelessNow) {
        references = FrameReference.extended(references, statelessNow.length);
        stateless = statelessNow.clone();
    }

    /**
     * Appends a packet or a gap.
     *
     * @throws BanipException {@code UNKNOWN_GROUP}; then nothing is appended
     * @throws IllegalArgumentException for a packet without key flag in a group with a stateless chain
     */
    public void encode(Sequenced item, FrameBuffer out) {
        if (item.group() >= references.length) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_GROUP,
                    "group " + item.group() + " in a BAN of " + Counted.of(references.length, "group"));
        }
        if (item instanceof Packet packet) {
            encodePacket(packet, out);
        } else {
            encodeGap((Gap) item, out);
        }
    }

    private void encodePacket(Packet packet, FrameBuffer out) {
        PacketHeader header = packet.header();
        int group = header.group();
        if (stateless[group] && !header.key()) {
            throw new IllegalArgumentException(header + " has no key flag, its chain has no state");
        }
        FrameReference reference = references[group];
        long step = header.sequence() - reference.expectedSequence();
        int form = sequenceForm(reference, step, header.key() && !stateless[group]);
        boolean time = !reference.known()
                || header.originNanos() != reference.originNanos()
                || header.firstUnit() != reference.expectedFirstUnit(header.sequence());
        boolean count = !reference.known() || header.unitCount() != reference.expectedUnitCount();
        int type = FrameFormat.DATA | form << FrameFormat.SEQUENCE_SHIFT;
        type |= time ? FrameFormat.HAS_TIME : 0;
        type |= count ? FrameFormat.HAS_COUNT : 0;
        out.putByte(type | Math.min(group, FrameFormat.GROUP_FOLLOWS));
        out.putVarint(packet.payload().length);
        if (group >= FrameFormat.GROUP_FOLLOWS) {
            out.putByte(group);
        }
        if (form == FrameFormat.SEQUENCE_NEAR) {
            out.putByte((int) step);
        } else if (form != FrameFormat.SEQUENCE_NEXT) {
            out.putVarint(header.sequence());
        }
        if (time) {
            out.putBigEndian(header.originNanos(), 8);
            out.putVarint(header.firstUnit());
        }
        if (count) {
            out.putVarint(header.unitCount());
        }
        int at = out.extend(packet.payload().length);
        System.arraycopy(packet.payload(), 0, out.bytes(), at, packet.payload().length);
        out.putBigEndian(packet.crc(), FrameFormat.CRC_BYTES);
        reference.update(header);
    }

    private static int sequenceForm(FrameReference reference, long step, boolean key) {
        if (key) {
            return FrameFormat.SEQUENCE_FULL_KEY;
        }
        if (!reference.known() || step < Byte.MIN_VALUE || step > Byte.MAX_VALUE) {
            return FrameFormat.SEQUENCE_FULL;
        }
        return step == 0 ? FrameFormat.SEQUENCE_NEXT : FrameFormat.SEQUENCE_NEAR;
    }

    private static void encodeGap(Gap gap, FrameBuffer out) {
        FrameBuffer body = new FrameBuffer(64);
        body.putByte(gap.group());
        body.putVarint(gap.sequence());
        body.putVarint(gap.sequenceCount());
        body.putBigEndian(gap.originNanos(), 8);
        body.putVarint(gap.firstUnit());
        body.putVarint(gap.unitCount());
        body.putByte(gap.reason().number());
        putControl(FrameFormat.GAP, body, out);
    }

    /** Appends a control frame. */
    public static void encode(Control frame, FrameBuffer out) {
        FrameBuffer body = new FrameBuffer(64);
        if (frame instanceof Control.KeepAlive) {
            putControl(FrameFormat.KEEP_ALIVE, body, out);
        } else if (frame instanceof Control.Acknowledgement acknowledgement) {
            for (long next : acknowledgement.nextSequences()) {
                body.putVarint(next);
            }
            putControl(FrameFormat.ACKNOWLEDGEMENT, body, out);
        } else if (frame instanceof Control.Command command) {
            body.putVarint(command.id());
            body.putVarint(Utf8.length(command.name()));
            body.putText(command.name());
            body.putBytes(command.argument(), 0, command.argument().length);
            putControl(FrameFormat.COMMAND, body, out);
        } else if (frame instanceof Control.CommandResult result) {
            body.putVarint(result.id());
            body.putByte(result.succeeded() ? 1 : 0);
            body.putBytes(result.result(), 0, result.result().length);
            putControl(FrameFormat.COMMAND_RESULT, body, out);
        } else if (frame instanceof Control.TimeRequest request) {
            body.putBigEndian(request.sentNanos(), 8);
            putControl(FrameFormat.TIME_REQUEST, body, out);
        } else if (frame instanceof Control.PathEnd end) {
            body.putVarint(end.millis());
            putControl(FrameFormat.PATH_END, body, out);
        } else if (frame instanceof Control.TimeAnswer answer) {
            body.putBigEndian(answer.requestSentNanos(), 8);
            body.putBigEndian(answer.receivedNanos(), 8);
            body.putBigEndian(answer.sentNanos(), 8);
            putControl(FrameFormat.TIME_ANSWER, body, out);
        } else {
            Control.ErrorReport error = (Control.ErrorReport) frame;
            body.putVarint(error.codeNumber());
            body.putText(error.message());
            putControl(FrameFormat.ERROR, body, out);
        }
    }

    private static void putControl(int type, FrameBuffer body, FrameBuffer out) {
        int start = out.length();
        out.putByte(type);
        out.putVarint(body.length());
        out.putBytes(body.bytes(), 0, body.length());
        out.putCrcFrom(start);
    }
}
