package org.banip.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process dies without warning while it writes its audit log, again and again. */
class KilledAuditTest {
    private static final int ROUNDS = 4;
    private static final Pattern CONFIRMED = Pattern.compile("[0-9]+-[0-9]+\\.");

    @TempDir
    Path directory;

    @Test
    void whatWasConfirmedIsThereAndTheChainGoesOn() throws Exception {
        StringBuilder confirmed = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            confirmed.append(killed(round, 5 + 300 * round)).append('\n');
            AuditCheck.Report report = check();
            assertThat(report.bad()).isEmpty();
        }
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
            log.record(AuditEntry.of(AuditEvent.STARTED));
        }
        AuditCheck.Report report = check();
        assertThat(report.isIntact()).isTrue();
        assertThat(report.open()).isFalse();
        StringBuilder all = new StringBuilder();
        for (Path file : AuditEnd.files(directory)) {
            all.append(Files.readString(file, StandardCharsets.UTF_8));
        }
        for (String id : confirmed.toString().trim().lines().toList()) {
            assertThat(all).contains("\"id\":\"" + id + "\"");
        }
    }

    /** The last entry that it confirmed. */
    private String killed(int round, int entries) throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        directory.toString(),
                        Integer.toString(round))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String last = "";
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.US_ASCII))) {
            String line = lines.readLine();
            for (int count = 1; line != null; count++) {
                if (CONFIRMED.matcher(line).matches()) {
                    last = line.substring(0, line.length() - 1);
                }
                if (count == entries) {
                    writer.toHandle().destroyForcibly();
                }
                line = lines.readLine();
            }
        }
        assertThat(writer.waitFor()).isEqualTo(128 + 9);
        assertThat(last).isNotEmpty();
        return last;
    }

    private AuditCheck.Report check() {
        return AuditCheck.run(List.of(directory), Optional.empty(), (done, total) -> {});
    }

    /** The process that is killed: writes as fast as it can, and prints each entry that was confirmed, ended by a full stop. */
    static final class Writer {
        public static void main(String[] arguments) throws IOException {
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
            AuditSettings settings = new AuditSettings(Path.of(arguments[0]), 20_000, 1000);
            try (AuditLog log = AuditLog.open(settings, "host")) {
                for (long number = 0; ; number++) {
                    String id = arguments[1] + "-" + number;
                    log.confirm(AuditEntry.of(AuditEvent.VIEW_BEGUN).with("id", id))
                            .join();
                    log.record(AuditEntry.of(AuditEvent.VIEW_ENDED).with("text", "x".repeat(250)));
                    out.println(id + ".");
                }
            }
        }
    }
}
