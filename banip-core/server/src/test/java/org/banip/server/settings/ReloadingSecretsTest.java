package org.banip.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadingSecretsTest {
    private static final String OLD = "0123456789abcdef";
    private static final String NEW = "fedcba9876543210";

    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong();

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("token"), text);
    }

    @Test
    void aSecondSecretIsInForceBesideTheFirst() throws IOException {
        ReloadingSecrets secrets = new ReloadingSecrets(write(OLD + "\n"), 16, 512, Optional.empty(), nanos::get);
        assertThat(secrets.get()).containsExactly(OLD);
        write(OLD + "\n\n " + NEW + " \n");
        assertThat(secrets.get()).containsExactly(OLD);
        nanos.addAndGet(1_000_000_000L);
        assertThat(secrets.get()).containsExactly(OLD, NEW);
        write(NEW + "\n");
        nanos.addAndGet(1_000_000_000L);
        assertThat(secrets.get()).containsExactly(NEW);
    }

    @Test
    void wrongContentsLeaveTheLastSecretsInForce() throws IOException {
        ReloadingSecrets secrets = new ReloadingSecrets(write(OLD), 16, 512, Optional.empty(), nanos::get);
        for (String wrong : new String[] {"", "short", OLD + "\nshort", OLD + "\n" + NEW + "\nsixteen characters"}) {
            write(wrong);
            nanos.addAndGet(1_000_000_000L);
            assertThat(secrets.get()).containsExactly(OLD);
        }
    }

    /** A remark is known to many, and often long enough for a token. */
    @Test
    void aCommentIsNoSecret() throws IOException {
        Path file = write(OLD + "\n# the broker of ward 3\n");
        assertThatThrownBy(() -> new ReloadingSecrets(file, 16, 512, Optional.empty(), nanos::get))
                .hasMessage("line 2 of " + file + " begins with '#'; each line is a secret, comments are not allowed");
    }

    @Test
    void noSecretIsCut() throws IOException {
        Path file = write(OLD + "\n" + " ".repeat(4070) + NEW + "\n");
        assertThatThrownBy(() -> new ReloadingSecrets(file, 16, 512, Optional.empty(), nanos::get))
                .hasMessage(file + " has more than the 4096 bytes that are allowed");
    }

    @Test
    void messagesDoNotShowSecrets() throws IOException {
        Path file = write(OLD + "\nsecret");
        assertThatThrownBy(() -> new ReloadingSecrets(file, 16, 512, Optional.empty(), nanos::get))
                .hasMessage("line 2 of " + file + " has 6 characters, allowed are 16 to 512");
    }

    @Test
    void noSecretIsInTwoFiles() throws IOException {
        Path other = directory.resolve("other");
        Files.writeString(other, NEW + "\n" + OLD + "\n");
        Path mine = write("another-secret-0123\n" + OLD);
        assertThatThrownBy(() -> new ReloadingSecrets(mine, 16, 512, Optional.of(other), nanos::get))
                .hasMessage("line 2 of " + mine + " is line 2 of " + other
                        + " as well; each secret must be in one of them only");
        ReloadingSecrets alone =
                new ReloadingSecrets(write(OLD), 16, 512, Optional.of(directory.resolve("none")), nanos::get);
        assertThat(alone.get()).containsExactly(OLD);
    }
}
