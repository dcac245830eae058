package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.junit.jupiter.api.Test;

/** In how many pieces a request body is written. */
class FramePumpTest {
    private static final Control THOUSAND_BYTES = new Control.CommandResult(1, true, new byte[1000]);
    private static final int FRAME = length(THOUSAND_BYTES);
    private static final long LONG = 3_600_000_000_000L;

    private final EmbeddedChannel channel = new EmbeddedChannel(new AnswerReader());
    private final Frames frames = new Frames();
    private final List<Throwable> failures = new ArrayList<>();
    private final FramePump pump = new FramePump(channel, frames, HttpSettings.DEFAULT, failures::add, failures::add);

    @Test
    void whatIsReadyIsOnePiece() throws IOException {
        frames.ready = 3;
        pump.begin();

        assertThat(pieces()).containsExactly(3 * FRAME);
        assertThat(failures).isEmpty();
    }

    @Test
    void whatIsAloneDoesNotWait() throws IOException {
        pump.begin();
        frames.ready = 1;
        pump.wake();
        channel.runPendingTasks();

        assertThat(pieces()).containsExactly(FRAME);
    }

    @Test
    void aPieceIsNotMuchLongerThanWhatMayWaitBelow() throws IOException {
        frames.ready = 100;
        pump.begin();
        channel.runPendingTasks();

        List<Integer> pieces = pieces();
        assertThat(pieces).allMatch(length -> length < 6 * FRAME);
        assertThat(pieces.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100 * FRAME);
    }

    @Test
    void whatIsReadyGoesBeforeTheEnd() throws IOException {
        frames.ready = 2;
        frames.ends = true;
        pump.begin();

        assertThat(pieces()).containsExactly(2 * FRAME, 0);
        assertThat(pump.ended()).isTrue();
    }

    private static int length(Control frame) {
        FrameBuffer out = new FrameBuffer(1024);
        FrameEncoder.encode(frame, out);
        return out.length();
    }

    private List<Integer> pieces() {
        List<Integer> lengths = new ArrayList<>();
        for (HttpContent piece = channel.readOutbound(); piece != null; piece = channel.readOutbound()) {
            lengths.add(piece.content().readableBytes());
            assertThat(piece instanceof LastHttpContent)
                    .isEqualTo(!piece.content().isReadable());
            piece.release();
        }
        return lengths;
    }

    /** Frames of which each poll gives one, as while a window limits what goes at once. */
    private static final class Frames implements PolledBody {
        private int ready;
        private boolean ends;

        @Override
        public void beginBody() {}

        @Override
        public Filled poll(FrameBuffer out, int maxPackets, int maxBytes) {
            if (ready == 0) {
                return ends ? Filled.END : Filled.NOTHING;
            }
            ready--;
            FrameEncoder.encode(THOUSAND_BYTES, out);
            return Filled.FRAMES;
        }

        @Override
        public void onReady(Runnable wake) {}

        @Override
        public long nanosUntilPoll() {
            return LONG;
        }

        @Override
        public HostFrames hostFrames() {
            throw new UnsupportedOperationException("nothing is answered here");
        }
    }
}
