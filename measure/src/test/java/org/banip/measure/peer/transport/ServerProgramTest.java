package org.banip.measure.peer.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProgramTest {
    @TempDir
    private Path folder;

    private ServerProgram start(String script) throws IOException, InterruptedException {
        InetSocketAddress address = ServerProgram.freeAddress("127.0.0.1");
        return ServerProgram.start(List.of("sh", "-c", script), address, folder.resolve("server.log"), "is ready");
    }

    @Test
    void runsOnceItIsReadyUntilItIsClosed() throws Exception {
        ServerProgram server = start("echo begins; echo server is ready >&2; exec sleep 600");
        assertThat(server.alive()).isTrue();
        assertThat(Files.readAllLines(folder.resolve("server.log"))).contains("begins");

        server.close();
        assertThat(server.alive()).isFalse();
    }

    @Test
    void whatEndsBeforeItIsReadyLeavesItsLog() {
        assertThatIOException()
                .isThrownBy(() -> start("echo no such setting; exit 3"))
                .withMessageContaining("sh has ended, its log is " + folder.resolve("server.log"));
        assertThat(folder.resolve("server.log")).hasContent("no such setting");
    }

    @Test
    void whatIsNotInstalledIsNotFound() {
        assertThat(Programs.find("sh")).isPresent();
        assertThat(Programs.find("no-such-program-of-banip", "/usr/sbin")).isEmpty();
        assertThat(Programs.printed(List.of("sh", "-c", "echo v1; exit 0"))).contains("v1");
        assertThat(Programs.printed(List.of("sh", "-c", "echo v1; exit 1"))).isEmpty();
    }
}
