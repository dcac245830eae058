package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.app.system.BanipProcess;
import org.banip.emulator.NeedsPrivileges;
import org.banip.measure.peer.process.Peers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a comparison that somebody ends with control and C. */
class InterruptedPeersIT {
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void nothingButTheRowsFoundSoFar() throws Exception {
        NeedsPrivileges.check();
        assumeThat(Peers.peer("mqtt").missing()).as("what is missing").isEmpty();
        try (BanipProcess peers = BanipProcess.start(
                directory,
                "measure",
                "peers",
                "--run",
                "capacity",
                "--link",
                "gprs-2slot",
                "--peer",
                "mqtt,banip",
                "--out",
                "results")) {
            peers.awaitSaid("mqtt [\\d.]*[1-9][\\d.]* %");
            Map<Path, String> namespaces = await("the processes of the next run")
                    .atMost(PATIENCE)
                    .until(() -> namespacesOf(peers.descendants().toList()), found -> found.size() == 4);
            List<ProcessHandle> processes = peers.descendants().toList();

            peers.interrupt();
            assertThat(peers.awaitExit()).isEqualTo(130);
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(processes).noneMatch(ProcessHandle::isAlive));
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(abandoned().entrySet()).doesNotContainAnyElementsOf(namespaces.entrySet()));
            assertThat(directory.resolve("results/peers.jsonl")).exists();
        }
    }

    /** The network namespaces that processes live in, without the machine's own, which has no name. */
    private static Map<Path, String> namespacesOf(List<ProcessHandle> processes) {
        Map<Path, String> namespaces = namespaces();
        namespaces.values().retainAll(homes(processes.stream()));
        return namespaces;
    }

    private static Set<String> homes(Stream<ProcessHandle> processes) {
        return processes.flatMap(process -> home(process).stream()).collect(Collectors.toSet());
    }

    /** Those without a process. Another run may have made one of the same name and number meanwhile, but its processes live there. */
    private static Map<Path, String> abandoned() {
        Map<Path, String> namespaces = namespaces();
        namespaces.values().removeAll(homes(ProcessHandle.allProcesses()));
        return namespaces;
    }

    /** All processes of a name, each with what distinguishes it. */
    private static Map<Path, String> namespaces() {
        Map<Path, String> namespaces = new HashMap<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(NAMESPACES)) {
            for (Path name : names) {
                namespaces.put(name, "net:[" + Files.getAttribute(name, "unix:ino") + "]");
            }
        } catch (NoSuchFileException e) {
            return namespaces(); // somebody else's went away meanwhile
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return namespaces;
    }

    /** Empty if the process has ended, or may not be looked at. */
    private static Optional<String> home(ProcessHandle process) {
        try {
            Path link = Path.of("/proc", Long.toString(process.pid()), "ns/net");
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
