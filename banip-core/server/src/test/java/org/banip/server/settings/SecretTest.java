package org.banip.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class SecretTest {
    @TempDir
    private Path directory;

    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Secret.class);

    @BeforeEach
    void listen() {
        kept.start();
        logger.addAppender(kept);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(kept);
    }

    private Path file(String text, String permissions) throws IOException {
        Path file = Files.writeString(directory.resolve("secret"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    @Test
    void theFirstLineWithoutBlanksIsTheSecret() throws IOException {
        Secret secret = Secret.read(file("  hush hush \nmore\n", "rw-r-----"), 1, 9);
        assertThat(secret.value()).isEqualTo("hush hush");
        assertThat(secret).hasToString("Secret[" + secret.file() + "]");
        assertThat(kept.list).isEmpty();
    }

    @Test
    void aFileThatEveryUserMayReadOrWriteGetsAWarning() throws IOException {
        Map<String, String> all = Map.of("rw-r--r--", "read", "rw-----w-", "write", "rw-rw-rw-", "read and write");
        for (Map.Entry<String, String> each : all.entrySet()) {
            kept.list.clear();
            Path file = file("hush\n", each.getKey());
            Secret unused = Secret.read(file, 1, 9);
            assertThat(kept.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("- every user of this machine may " + each.getValue() + " " + file
                            + "; use chmod o-rwx " + file);
        }
    }

    @Test
    void whatIsNoSecretIsNamedWithoutItsText() throws IOException {
        Path file = file("\nhush\n", "rw-------");
        assertThatThrownBy(() -> Secret.read(file, 1, 9)).hasMessage("the first line of " + file + " is empty");
        Files.writeString(file, "hush");
        assertThatThrownBy(() -> Secret.read(file, 5, 9)).hasMessage("the first line of " + file + " has 4 characters");
        assertThatThrownBy(() -> Secret.read(directory.resolve("none"), 1, 9))
                .hasMessage("there is no file " + directory.resolve("none"));
    }
}
