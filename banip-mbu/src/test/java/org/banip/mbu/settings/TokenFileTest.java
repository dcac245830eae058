package org.banip.mbu.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong();

    private Path write(String text) throws IOException {
        return Files.write(directory.resolve("token"), text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aNewTokenIsReadWithinASecond() throws IOException {
        Path file = write("abc.def.ghi\nnote\n");
        TokenFile credentials = new TokenFile(file, nanos::get);
        assertThat(credentials.authorization()).contains("Bearer abc.def.ghi");
        write("jkl.mno.pqr");
        assertThat(credentials.authorization()).contains("Bearer abc.def.ghi");
        nanos.addAndGet(1_000_000_000L);
        assertThat(credentials.authorization()).contains("Bearer jkl.mno.pqr");
        assertThat(credentials.toString()).doesNotContain("jkl");
    }

    @Test
    void theLastTokenStaysWhileTheFileIsWrong() throws IOException {
        Path file = write("abc");
        TokenFile credentials = new TokenFile(file, nanos::get);
        for (String wrong : new String[] {"", "a b", "x\u00e4"}) {
            write(wrong);
            nanos.addAndGet(1_000_000_000L);
            assertThat(credentials.authorization()).contains("Bearer abc");
        }
        Files.delete(file);
        nanos.addAndGet(1_000_000_000L);
        assertThat(credentials.authorization()).contains("Bearer abc");
    }

    @Test
    void aFileWithoutATokenIsRefused() throws IOException {
        Path file = write("secret token");
        assertThatThrownBy(() -> Credentials.tokenFile(file))
                .hasMessage("the first line of " + file
                        + " has 12 characters, must be 1 to 8192 of A-Z a-z 0-9 - . _ ~ + / and at its end =");
        assertThatThrownBy(() -> Credentials.tokenFile(directory.resolve("none")))
                .hasMessage("there is no file " + directory.resolve("none"));
        Path tooLong = write("x".repeat(8193));
        assertThatThrownBy(() -> Credentials.tokenFile(tooLong)).hasMessageContaining("has 8193 characters");
    }

    @Test
    void anAppRenewsItsToken() {
        AtomicLong number = new AtomicLong();
        Credentials credentials = Credentials.bearer(() -> "token-" + number.incrementAndGet());
        assertThat(credentials.authorization()).contains("Bearer token-1");
        assertThat(credentials.authorization()).contains("Bearer token-2");
        assertThatThrownBy(() -> Credentials.bearer(() -> "a\r\nb").authorization())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("a\r");
    }
}
