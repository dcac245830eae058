package org.banip.mbu.settings;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/** Authenticates the MBU at a broker (docs/protocol.md, "Authentication"). Never logged. */
@FunctionalInterface
public interface Credentials {
    /** The value of a request's {@code Authorization} header, empty for none. Called for each request, on any thread. */
    Optional<String> authorization();

    /** The user's name in messages to people; empty if it is not known. */
    default String user() {
        return "";
    }

    /** No credentials, for a surrogate host without a broker. */
    static Credentials none() {
        return Optional::empty;
    }

    /** Name and password by HTTP Basic (RFC 7617), in UTF-8. */
    static Credentials basic(String name, String password) {
        if (name.isEmpty() || name.indexOf(':') >= 0 || hasControls(name) || hasControls(password)) {
            throw new IllegalArgumentException(
                    "credentials: the name must not be empty nor contain ':', and neither may contain control characters");
        }
        byte[] pair = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
        String value = "Basic " + Base64.getEncoder().encodeToString(pair);
        return new Credentials() {
            @Override
            public Optional<String> authorization() {
                return Optional.of(value);
            }

            @Override
            public String user() {
                return name;
            }
        };
    }

    /**
     * A bearer token (RFC 6750), for example a JSON Web Token, that the app renews.
     *
     * @param token the token of now; called for each request, on any thread, so it must not block
     */
    static Credentials bearer(Supplier<String> token) {
        return () -> Optional.of(TokenFile.BEARER + TokenFile.checked(token.get(), "the supplied token"));
    }

    /**
     * The bearer token in the first line of a file, which is read again when the file changes. While it cannot be read, the last token stays in use.
     *
     * @throws IllegalArgumentException if the file cannot be read now, or has no token
     */
    static Credentials tokenFile(Path file) {
        return new TokenFile(file, System::nanoTime);
    }

    private static boolean hasControls(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }
}
