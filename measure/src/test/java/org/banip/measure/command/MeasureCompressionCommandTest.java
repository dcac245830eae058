package org.banip.measure.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.app.Banip;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

class MeasureCompressionCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(Path directory, Path json) {
        try (Stop stop = new Stop()) {
            return new Banip(stop)
                    .commandLine()
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .execute(
                            "measure",
                            "compression",
                            directory.toString(),
                            "--json",
                            json.toString(),
                            "--out",
                            folder.resolve("out").toString());
        }
    }

    private void record(String name, String signal, int bytes) throws IOException {
        Files.writeString(folder.resolve(name + ".hea"), name + " 1 250 500\n" + name + ".dat 16 " + signal + "\n");
        Files.write(folder.resolve(name + ".dat"), new byte[bytes]);
    }

    @Test
    void whatCannotBeReadIsNamedAndTheRestMeasured() throws IOException {
        record("flat", "200 16 0", 1000);
        record("damaged", "200 16 0 0 77 0 I", 1000);
        record("short", "200 16 0", 998);
        Path json = folder.resolve("rows.jsonl");

        assertThat(run(folder, json)).isEqualTo(ExitCode.SOFTWARE);
        assertThat(err.toString().lines().filter(line -> line.startsWith("left out: ")))
                .hasSize(2)
                .anyMatch(line -> line.contains("short.dat") && line.contains("998 bytes"))
                .anyMatch(line -> line.contains("damaged.dat") && line.contains("checksum"));
        assertThat(out.toString()).contains("flat: 1 × 250 Hz, 1.00 kB");
        assertThat(Files.readAllLines(json)).isNotEmpty().allSatisfy(line -> {
            JsonObject row = JsonObject.parse(line);
            assertThat(row.string("recording")).isEqualTo("flat");
            assertThat(row.number("channels")).isEqualTo(1);
            assertThat(row.number("hz")).isEqualTo(250);
            assertThat(row.string("method")).isNotEmpty();
            assertThat(row.string("packet")).isNotEmpty();
            assertThat(row.number("bytesIn")).isEqualTo(1000);
            assertThat(row.number("reduction")).isEqualTo(Math.round((1 - row.number("bytesOut") / 1000) * 1e6) / 1e6);
        });
        assertThat(Files.readAllLines(folder.resolve("out/compression.jsonl"))).isEqualTo(Files.readAllLines(json));
        assertThat(err.toString()).contains("results in " + folder.resolve("out"));
    }

    @Test
    void aFolderWithoutRecordingsIsAMistake() {
        assertThat(run(folder, folder.resolve("rows.jsonl"))).isEqualTo(ExitCode.USAGE);
        assertThat(err).asString().contains("there is no recording in " + folder);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aFileThatCannotBeWrittenIsFoundBeforeTheWork() throws IOException {
        record("flat", "200 16 0", 1000);
        Path json = folder.resolve("none/rows.jsonl");
        assertThat(run(folder, json)).isEqualTo(ExitCode.USAGE);
        assertThat(err).asString().contains("'" + json + "' cannot be written").doesNotContain("measuring");
    }
}
