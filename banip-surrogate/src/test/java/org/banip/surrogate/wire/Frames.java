package org.banip.surrogate.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;

/** Frames as bytes, and back. */
public final class Frames {
    private Frames() {}

    /** A body of its own with these packets and gaps, of a BAN with this number of stateless groups. */
    public static byte[] body(int groups, List<? extends Sequenced> items) {
        return body(Collections.nCopies(groups, null), new boolean[groups], items, true);
    }

    /** A body of its own with packets of chains with state. */
    public static byte[] statefulBody(int groups, List<? extends Sequenced> items) {
        return body(Collections.nCopies(groups, null), new boolean[groups], items, false);
    }

    /** A body that refers to these last packets. */
    public static byte[] bodyAfter(List<PacketHeader> lastKnown, List<? extends Sequenced> items) {
        return body(lastKnown, new boolean[lastKnown.size()], items, true);
    }

    private static byte[] body(
            List<PacketHeader> lastKnown, boolean[] stateless, List<? extends Sequenced> items, boolean all) {
        java.util.Arrays.fill(stateless, all);
        FrameEncoder encoder = new FrameEncoder(lastKnown, stateless);
        FrameBuffer out = new FrameBuffer(1024);
        items.forEach(item -> encoder.encode(item, out));
        return out.toByteArray();
    }

    /** One control frame. */
    public static byte[] of(Control frame) {
        FrameBuffer out = new FrameBuffer(64);
        FrameEncoder.encode(frame, out);
        return out.toByteArray();
    }

    /** Several runs of bytes as one. */
    public static byte[] join(byte[]... runs) {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        for (byte[] run : runs) {
            all.writeBytes(run);
        }
        return all.toByteArray();
    }

    /** The control frames in these bytes, which must end with a frame. */
    public static List<Control> controls(byte[] bytes) {
        List<Control> controls = new ArrayList<>();
        FrameDecoder decoder = new FrameDecoder(List.of(), new boolean[0], collecting(controls), "the test");
        decoder.feed(bytes, 0, bytes.length);
        decoder.end();
        return controls;
    }

    static FrameHandler collecting(List<Control> controls) {
        return new FrameHandler() {
            @Override
            public void sequenced(Sequenced item) {
                throw new AssertionError("the host sent " + item);
            }

            @Override
            public void control(Control frame) {
                controls.add(frame);
            }
        };
    }
}
