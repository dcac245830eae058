package org.banip.mbu.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.banip.core.text.FileError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bearer token of a file. Looks at the file at most once a second, when a request needs it. Any thread; guarded by itself. */
final class TokenFile implements Credentials {
    static final String BEARER = "Bearer ";

    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~+/-]{1,8192}=*");
    private static final int LONGEST = 8192;
    private static final long LOOK_EVERY_NANOS = 1_000_000_000L;

    private final Path file;
    private final LongSupplier nanoClock;
    private long lookedAt;
    private String problem = "";
    private String token;

    TokenFile(Path file, LongSupplier nanoClock) {
        this.file = file;
        this.nanoClock = nanoClock;
        lookedAt = nanoClock.getAsLong();
        token = read(file);
    }

    /** The token, if it has the form of one; messages do not show it. */
    static String checked(String token, String where) {
        if (!FORM.matcher(token).matches()) {
            throw new IllegalArgumentException(where + " has " + token.length() + " characters, must be 1 to " + LONGEST
                    + " of A-Z a-z 0-9 - . _ ~ + / and at its end =");
        }
        return token;
    }

    private static String read(Path file) {
        byte[] bytes = new byte[LONGEST + 1];
        int length = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(bytes); read > 0; read = in.read(bytes, length, bytes.length - length)) {
                length += read;
            }
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(file, e), e);
        }
        String first = new String(bytes, 0, length, StandardCharsets.UTF_8).split("\\R", 2)[0].trim();
        return checked(first, "the first line of " + file);
    }

    @Override
    public synchronized Optional<String> authorization() {
        long now = nanoClock.getAsLong();
        if (now - lookedAt >= LOOK_EVERY_NANOS) {
            lookedAt = now;
            look();
        }
        return Optional.of(BEARER + token);
    }

    private void look() {
        try {
            token = read(file);
            problem = "";
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            if (!message.equals(problem)) {
                problem = message;
                LOG.warn("- the token that was read before stays in use: {}", message);
            }
        }
    }

    /** Hides the token. */
    @Override
    public String toString() {
        return "TokenFile[" + file + "]";
    }
}
