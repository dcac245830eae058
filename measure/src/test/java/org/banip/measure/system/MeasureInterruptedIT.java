package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.banip.app.system.BanipProcess;
import org.banip.emulator.NeedsPrivileges;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Control and C in the middle of a measurement: no namespace is left, no device, no process. */
class MeasureInterruptedIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    @BeforeEach
    void emulatedLinksCanBeHad() {
        NeedsPrivileges.check();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "measure link --link gprs-2slot | 4 | 0 | about \\d+:\\d\\d left | link",
                "measure cpi --link gprs-2slot --load 300 | 2 | 2 | 1 running | cpi",
                "measure thesis --parallel 2 | 6 | 4 | 2 running | thesis"
            })
    void nothingIsLeftBehind(String command, int namespaces, int processes, String midway, String table)
            throws Exception {
        try (BanipProcess measure = BanipProcess.start(directory, (command + " --out out").split(" "))) {
            List<Path> had = Namespaces.await(measure, namespaces);
            List<ProcessHandle> children = await().atMost(PATIENCE)
                    .until(() -> measure.descendants().toList(), found -> found.size() >= processes);
            measure.awaitSaid(midway);
            await().atMost(PATIENCE).until(() -> Namespaces.hasDevice(had.get(0)));
            measure.interrupt();
            assertThat(measure.awaitExit()).as(measure.said()).isEqualTo(130);
            await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
            Namespaces.assertGivenBack(had, measure);
        }
        assertThat(Path.of("/sys/class/net/link0"))
                .doesNotExist(); // a device goes with its namespace, not to the machine
        assertThat(directory.resolve("out").resolve(table + ".jsonl")).exists();
        assertThat(Files.readString(directory.resolve("out/environment.json"))).contains("\"seed\":1");
    }
}
