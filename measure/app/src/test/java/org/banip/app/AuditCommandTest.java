package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.server.audit.AuditEntry;
import org.banip.server.audit.AuditEvent;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip audit verify}, as a user types it. */
class AuditCommandTest extends CommandLineContract {
    private static final Pattern DIGEST = Pattern.compile("last digest ([0-9a-f]{64}), number 3, 20");

    @TempDir
    Path directory;

    private Path write() {
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
            log.record(AuditEntry.of(AuditEvent.STARTED));
            log.record(AuditEntry.of(AuditEvent.VIEW_BEGUN).with("ban", "ban-1"));
            log.record(AuditEntry.of(AuditEvent.STOPPED));
        }
        return directory.resolve("audit-000001.jsonl");
    }

    @Test
    void aLogIsCheckedAndItsLastDigestPrinted() throws Exception {
        Path file = write();
        assertThat(run("audit", "verify", directory.toString())).isZero();
        assertThat(out.toString()).contains("3 lines, all as written");
        Matcher digest = DIGEST.matcher(out.toString());
        assertThat(digest.find()).isTrue();
        assertThat(run("audit", "verify", "--expect", digest.group(1), file.toString()))
                .isZero();

        List<String> lines = Files.readAllLines(file);
        Files.write(file, lines.subList(0, 2), StandardCharsets.UTF_8);
        assertThat(run("audit", "verify", file.toString())).isZero();
        assertThat(run("audit", "verify", "--expect", digest.group(1), file.toString()))
                .isEqualTo(1);
        assertThat(out.toString()).contains("no line has the expected digest");

        Files.write(file, List.of(lines.get(0), lines.get(1).replace("ban-1", "ban-2"), lines.get(2)));
        assertThat(run("audit", "verify", file.toString())).isEqualTo(1);
        assertThat(out.toString()).contains(file + ", line 2: it was changed");
    }

    @Test
    void whatIsNotALogIsAnErrorOfTheUser() {
        assertThat(run("audit", "verify", directory.toString())).isEqualTo(2);
        assertThat(run("audit", "verify")).isEqualTo(2);
        assertThat(run("audit")).isEqualTo(2);
        write();
        assertThat(run("audit", "verify", "--expect", "abc", directory.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("allowed are 64 of 0-9 a-f");
    }
}
