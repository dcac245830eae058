package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An MBU may have 16 paths, of each a reverse channel and two data requests. */
class ManyPathsTest {
    private static final int PATHS = 16;

    @TempDir
    private Path directory;

    private record Connected(HttpWire data, HttpWire more, ReverseWire reverse) implements AutoCloseable {
        static Connected to(TestMbu path) throws IOException {
            Connected connected = new Connected(path.beginData(), path.beginData(), path.reverse());
            connected.more.chunk(Frames.of(new Control.KeepAlive()));
            return connected;
        }

        void ask(long time) throws IOException {
            data.chunk(Frames.of(new Control.TimeRequest(time)));
            reverse.next(Control.TimeAnswer.class, answer -> answer.requestSentNanos() == time);
        }

        @Override
        public void close() throws IOException {
            data.close();
            more.close();
            reverse.close();
        }
    }

    @Test
    void allPathsHaveRoomByDefaultAndTheirConnectionsAnewAsWell() throws Exception {
        List<Connected> open = new ArrayList<>();
        try (RunningHost host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            for (int connection = 0;
                    connection < 2 * PATHS;
                    connection++) { // the host does not know yet that the first ones are dead
                open.add(Connected.to(mbu.onPath("path-" + connection % PATHS)));
            }
            for (Connected path : open) {
                path.ask(open.indexOf(path));
            }
            SurrogateStatistics now = host.surrogate(mbu.session()).statistics();
            assertThat(now.openDataRequests()).isEqualTo(2 * 2 * PATHS);
            assertThat(now.openReverseChannels()).isEqualTo(2 * PATHS);
            assertThat(host.host().statistics().refused()).isEmpty();
        } finally {
            for (Connected path : open) {
                path.close();
            }
        }
    }
}
