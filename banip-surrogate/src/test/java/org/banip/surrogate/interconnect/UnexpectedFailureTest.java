package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failure that nothing expects, such as a class that is missing, leaves no request without an answer. */
class UnexpectedFailureTest {
    @TempDir
    private Path directory;

    private final FailingClock clock = new FailingClock();
    private RunningHost host;
    private TestMbu mbu;

    /** A clock that fails when it is asked on the threads that serve requests. */
    private static final class FailingClock implements HostClock {
        private final HostClock clock = HostClock.system();
        private volatile boolean failing;

        @Override
        public long monotonicNanos() {
            check();
            return clock.monotonicNanos();
        }

        @Override
        public long epochNanos() {
            check();
            return clock.epochNanos();
        }

        private void check() {
            if (failing && Thread.currentThread().getName().startsWith("banip-host-http")) {
                throw new NoClassDefFoundError("a class missing on purpose");
            }
        }
    }

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.clock(clock));
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        clock.failing = false;
        host.close();
    }

    @Test
    void dataRequestThatCannotBeginIsAnswered() throws IOException {
        clock.failing = true;
        assertInternal(mbu.send(0, 1));
        clock.failing = false;
        assertThat(openDataRequests()).isZero();
        assertThat(mbu.send(0, 1).acknowledged()).containsExactly(1L, 0L);
    }

    @Test
    void dataRequestWhoseFramesFailIsAnswered() throws IOException {
        try (HttpWire data = mbu.beginData()) {
            await().until(() -> openDataRequests() == 1);
            clock.failing = true;
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 1)));
            assertInternal(data.answer());
        }
        clock.failing = false;
        assertThat(openDataRequests()).isZero();
        assertThat(mbu.send(0, 1).acknowledged()).containsExactly(1L, 0L);
    }

    @Test
    void reverseChannelThatCannotBeginIsAnswered() throws IOException {
        clock.failing = true;
        try (HttpWire reverse = mbu.connect()) {
            assertInternal(reverse.exchange("GET", mbu.surrogate() + "/reverse"));
        }
    }

    private int openDataRequests() {
        return host.surrogate(mbu.session()).statistics().openDataRequests();
    }

    private static void assertInternal(WireAnswer answer) {
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.error()).isEqualTo("internal");
    }
}
