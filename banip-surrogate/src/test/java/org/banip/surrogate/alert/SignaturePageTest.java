package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The receiver's lines of docs/graded-alerts.md verify what a host signs, with a key file as the page makes it. Needs Python. */
class SignaturePageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("banip.root", "..")).resolve("docs/graded-alerts.md");
    private static final String KEY = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    private static final String BODY = "{\"id\":\"0b9c1c1e\",\"step\":1,\"unit\":\"\u00b0\"}";

    @TempDir
    private Path directory;

    @Test
    void theLinesOfThePageTellGenuineFromForgedAndOld() throws Exception {
        boolean found = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
        assumeTrue(found || "required".equals(System.getenv("BANIP_TEST_PEERS")), "there is no python3");
        long now = Instant.now().getEpochSecond();
        assertThat(verified(Signature.of(KEY, now, BODY), BODY)).isEqualTo("True");
        assertThat(verified(Signature.of(KEY, now, BODY), BODY + " ")).isEqualTo("False");
        assertThat(verified(Signature.of(KEY + "0", now, BODY), BODY)).isEqualTo("False");
        assertThat(verified(Signature.of(KEY, now - 3600, BODY), BODY)).isEqualTo("False");
        assertThat(verified("t=1", BODY)).isEqualTo("False");
    }

    private String verified(String header, String body) throws Exception {
        Matcher lines = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(lines.find()).isTrue();
        Path key = Files.writeString(directory.resolve("ward.key"), KEY + "\n"); // as openssl rand writes it
        Path program = Files.writeString(
                directory.resolve("receiver.py"),
                lines.group(1) + "import sys\nprint(is_genuine(sys.argv[1], sys.argv[2], sys.stdin.buffer.read()))\n");
        Process python = new ProcessBuilder("python3", program.toString(), key.toString(), header)
                .redirectErrorStream(true)
                .start();
        try (OutputStream in = python.getOutputStream()) {
            in.write(body.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as(said).isZero();
        return said.strip();
    }
}
