package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.error.BanipException;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits for a peer that does not read is bounded. */
class ReverseChannelTest {
    @TempDir
    private Path directory;

    private final AtomicInteger calls = new AtomicInteger();
    private RunningHost host;
    private TestMbu mbu;
    private OpenReverseChannel unread;
    private final AtomicInteger collections = new AtomicInteger();
    private volatile boolean goesOn;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
        mbu = new TestMbu(host.base());
        mbu.register();
        HostInterconnect interconnect = (HostInterconnect) host.surrogate(mbu.session());
        unread = interconnect.reverseChannel(new Unread());
        interconnect.open(unread);
    }

    /** Counts what it is told, and reads only what a test collects. */
    private final class Unread implements ReversePeer {
        @Override
        public boolean isEarly() {
            return false;
        }

        @Override
        public String path() {
            return PathTotals.UNNAMED;
        }

        @Override
        public void begun() {}

        @Override
        public void ready() {
            calls.incrementAndGet();
        }

        @Override
        public void collected(boolean end) {
            goesOn = !end;
            collections.incrementAndGet();
        }

        @Override
        public void fail(BanipException cause) {
            throw new AssertionError(cause);
        }
    }

    /** The host's thread that answered last may still be at it; then it collects. */
    private boolean collect(FrameBuffer out) {
        int before = collections.get();
        unread.collect(out);
        await().until(() -> collections.get() > before);
        return goesOn;
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void ofManyAcknowledgementsOnlyTheNewestWaits() throws IOException {
        for (long sequence = 0; sequence < 20; sequence++) {
            mbu.send(sequence, sequence + 1);
        }
        await().until(() -> calls.get() >= 1);
        FrameBuffer out = new FrameBuffer(64);
        assertThat(collect(out)).isTrue();
        assertThat(Frames.controls(out.toByteArray())).containsExactly(new Control.Acknowledgement(new long[] {20, 0}));
        out.clear();
        assertThat(collect(out)).isTrue();
        assertThat(out.length()).isZero();
    }

    @Test
    void channelThatIsNotReadEndsWhenFramesPileUp() throws IOException {
        List<byte[]> requests = new ArrayList<>();
        for (int i = 0; i < OpenReverseChannel.MAX_FRAMES + 1; i++) {
            requests.add(Frames.of(new Control.TimeRequest(i)));
        }
        mbu.send(Frames.join(requests.toArray(byte[][]::new)));
        FrameBuffer out = new FrameBuffer(64);
        assertThat(collect(out)).isFalse();
        assertThat(Frames.controls(out.toByteArray())).hasSize(1 + OpenReverseChannel.MAX_FRAMES);
        assertThat(host.surrogate(mbu.session()).statistics().openReverseChannels())
                .isZero();
    }
}
