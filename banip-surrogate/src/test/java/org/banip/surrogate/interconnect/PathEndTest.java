package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.PathStatistics;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host leaves a path that will be lost (docs/protocol.md, section 4.4). */
class PathEndTest {
    private static final int GROUPS = TestMbu.BAN.groups().size();
    private static final Control.PathEnd NOW = new Control.PathEnd(0);
    private static final Control.PathEnd NEVER = new Control.PathEnd(Control.PathEnd.NO_END_MILLIS);

    @TempDir
    private Path directory;

    private final TestClock clock = new TestClock();
    private RunningHost host;
    private TestMbu mbu;
    private long requests;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.clock(clock));
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    /** A reverse channel that is open: its first frame has come. */
    private ReverseWire reverse(TestMbu by) throws IOException {
        ReverseWire reverse = by.reverse();
        assertThat(reverse.next()).isInstanceOf(Control.Acknowledgement.class);
        return reverse;
    }

    /** Tells the host, and waits until it knows. */
    private void tell(HttpWire data, Control.PathEnd end, ReverseWire heardOn) throws IOException {
        data.chunk(Frames.of(end));
        awaitRead(data, heardOn);
    }

    private void awaitRead(HttpWire data, ReverseWire heardOn) throws IOException {
        long sent = ++requests;
        data.chunk(Frames.of(new Control.TimeRequest(sent)));
        heardOn.next(Control.TimeAnswer.class, answer -> answer.requestSentNanos() == sent);
    }

    private void assertCommandGoesOn(ReverseWire channel, String name) throws IOException {
        assertThat(host.surrogate(mbu.session()).sendCommand(name, new byte[0])).isNotDone();
        channel.next(Control.Command.class, command -> command.name().equals(name));
    }

    @Test
    void commandsLeaveThePathWhenItsTimeIsOver() throws Exception {
        try (ReverseWire lte = reverse(mbu.onPath("lte"));
                ReverseWire wifi = reverse(mbu.onPath("wifi"));
                HttpWire data = mbu.onPath("wifi").beginData()) {
            tell(data, new Control.PathEnd(3000), wifi);
            assertCommandGoesOn(wifi, "before");
            clock.pass(Duration.ofSeconds(3));
            assertCommandGoesOn(lte, "after");
            tell(data, NEVER, wifi);
            assertCommandGoesOn(wifi, "again");
        }
    }

    @Test
    void acknowledgementsLeaveItAndGoThereOnlyWithOtherFrames() throws Exception {
        try (ReverseWire lte = reverse(mbu.onPath("lte"));
                ReverseWire wifi = reverse(mbu.onPath("wifi"));
                HttpWire data = mbu.onPath("wifi").beginData()) {
            tell(data, NOW, wifi);
            for (long sequence = 0; sequence < 5; sequence++) {
                data.chunk(Frames.body(GROUPS, TestMbu.packets(0, sequence, sequence + 1)));
                lte.awaitAcknowledged(0, sequence + 1);
            }
            data.chunk(Frames.of(new Control.TimeRequest(99)));
            assertThat(wifi.next())
                    .as("the first acknowledgement since")
                    .isEqualTo(new Control.Acknowledgement(new long[] {5, 0}));
            assertThat(wifi.next()).isInstanceOf(Control.TimeAnswer.class);
        }
    }

    @Test
    void whatWasAcknowledgedElsewhereIsAcknowledgedHereWhenThatBreaks() throws Exception {
        try (HttpWire other = mbu.onPath("lte").beginDuplex();
                ReverseWire wifi = reverse(mbu.onPath("wifi"));
                HttpWire data = mbu.onPath("wifi").beginData()) {
            ReverseWire lte = new ReverseWire(other);
            tell(data, NOW, wifi);
            data.chunk(Frames.body(GROUPS, TestMbu.packets(0, 0, 1)));
            lte.awaitAcknowledged(0, 1);
            other.reset();
            wifi.awaitAcknowledged(0, 1);
        }
    }

    @Test
    void withoutAnotherChannelThePathIsUsed() throws Exception {
        try (ReverseWire wifi = reverse(mbu.onPath("wifi"));
                HttpWire data = mbu.onPath("wifi").beginData()) {
            tell(data, NOW, wifi);
            assertCommandGoesOn(wifi, "blink");
            data.chunk(Frames.body(GROUPS, TestMbu.packets(0, 0, 1)));
            wifi.awaitAcknowledged(0, 1);
        }
    }

    @Test
    void thePathIsUsedAgainAfterItsLastDataRequest() throws Exception {
        try (ReverseWire lte = reverse(mbu.onPath("lte"));
                ReverseWire wifi = reverse(mbu.onPath("wifi"))) {
            try (HttpWire data = mbu.onPath("wifi").beginData()) {
                tell(data, NOW, wifi);
                assertCommandGoesOn(lte, "left");
                data.reset();
            }
            await().until(() -> open("wifi") == 0);
            assertCommandGoesOn(wifi, "again");
        }
    }

    private long open(String path) {
        return host.surrogate(mbu.session()).statistics().paths().stream()
                .filter(each -> each.name().equals(path))
                .mapToLong(PathStatistics::openDataRequests)
                .sum();
    }

    @Test
    void duplexLeavesAsWell() throws Exception {
        try (ReverseWire lte = reverse(mbu.onPath("lte"));
                HttpWire duplex = mbu.onPath("wifi").beginDuplex()) {
            ReverseWire wifi = new ReverseWire(duplex);
            assertCommandGoesOn(wifi, "before");
            tell(duplex, NOW, wifi);
            assertCommandGoesOn(lte, "after");
        }
    }

    @Test
    void withoutANameNothingIsLeft() throws Exception {
        try (ReverseWire old = reverse(mbu);
                ReverseWire newest = reverse(mbu);
                HttpWire data = mbu.beginData()) {
            tell(data, NOW, old);
            assertCommandGoesOn(newest, "blink");
        }
    }
}
