package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits for earlier packets takes bounded memory, however wide the window is. */
class EarlyPacketsTest {
    private static final int GROUPS = TestMbu.BAN.groups().size();

    @TempDir
    private Path directory;

    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.reorderWindow(128));
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void bytesThatWaitAreBounded() throws IOException {
        List<Sequenced> early = new ArrayList<>();
        for (int sequence = 1; sequence <= 65; sequence++) {
            early.add(packet(sequence, Packet.MAX_PAYLOAD));
        }
        WireAnswer answer = mbu.send(Frames.body(GROUPS, early));
        assertThat(answer.error()).isEqualTo("sequence-beyond-window");
        assertThat(answer.message()).contains("packet 65").contains("limit 16777216");
    }

    @Test
    void packetsThatGapsOverruleDoNotGoOnWaiting() throws IOException {
        List<Sequenced> items = new ArrayList<>();
        long next = 0;
        for (int round = 0; round < 80; round++) {
            items.add(packet(next + 1, Packet.MAX_PAYLOAD)); // overruled
            items.add(packet(next + 5, 0)); // so that something always waits
            items.add(gap(next));
            next += 3;
        }
        items.add(gap(next));
        assertThat(mbu.send(Frames.body(GROUPS, items)).acknowledged()).containsExactly(next + 3, 0L);
    }

    private static Packet packet(long sequence, int bytes) {
        return Packet.of(
                new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * TestMbu.UNITS, TestMbu.UNITS, true),
                new byte[bytes]);
    }

    /** A gap of three packets. */
    private static Gap gap(long sequence) {
        return new Gap(
                0, sequence, 3, TestMbu.ORIGIN, sequence * TestMbu.UNITS, 3 * TestMbu.UNITS, Gap.Reason.SPOOL_FULL);
    }
}
