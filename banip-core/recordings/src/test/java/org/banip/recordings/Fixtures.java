package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** Files that tests make, and what tests expect of bad ones. */
final class Fixtures {
    private Fixtures() {}

    static Path write(Path file, byte[] bytes) {
        try {
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path write(Path file, String text) {
        return write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The call fails with MALFORMED_RECORDING, and its message has all of these. */
    static void assertMalformed(ThrowingCallable call, String... words) {
        BanipException error = catchThrowableOfType(BanipException.class, call);
        assertThat(error).as("an error about %s", Arrays.toString(words)).isNotNull();
        assertThat(error.code()).isEqualTo(ErrorCode.MALFORMED_RECORDING);
        assertThat(error).hasMessageContainingAll(words);
    }
}
