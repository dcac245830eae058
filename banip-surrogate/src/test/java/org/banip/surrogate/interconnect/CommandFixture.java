package org.banip.surrogate.interconnect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A host with a clock that the test moves, and an MBU to which commands go. */
abstract class CommandFixture {
    final TestClock clock = new TestClock();
    private final int mostWaiting;

    @TempDir
    private Path directory;

    RunningHost host;
    TestMbu mbu;

    /** @param mostWaiting how many commands may wait */
    CommandFixture(int mostWaiting) {
        this.mostWaiting = mostWaiting;
    }

    @BeforeEach
    void start() throws IOException {
        HostLimits limits = HostLimits.builder().waitingCommands(mostWaiting).build();
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.limits(limits).clock(clock));
        mbu = new TestMbu(host.base());
        register(mbu);
    }

    abstract void register(TestMbu of) throws IOException;

    @AfterEach
    void stop() {
        host.close();
    }

    SurrogateHandle ban() {
        return host.surrogate(mbu.session());
    }

    /** The next command on a reverse channel. */
    static Control.Command command(ReverseWire reverse) throws IOException {
        return reverse.next(Control.Command.class, frame -> true);
    }

    /** The MBU sends the result of a command. */
    void answer(Control.Command command, boolean done, String text) throws IOException {
        mbu.send(Frames.of(new Control.CommandResult(command.id(), done, bytes(text))));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
