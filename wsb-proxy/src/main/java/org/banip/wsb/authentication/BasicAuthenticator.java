package org.banip.wsb.authentication;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.wsb.file.ReloadingFile;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Authenticator;

/** HTTP Basic (RFC 7617) against a password file. Any thread. */
public final class BasicAuthenticator implements Authenticator {
    private static final Authentication NOT_PRESENTED = new Authentication.NotPresented();

    private final Supplier<PasswordEntries> entries;
    private final VerifiedCredentials verified;
    private final PasswordVerifier verifier;

    BasicAuthenticator(Supplier<PasswordEntries> entries, VerifiedCredentials verified, PasswordVerifier verifier) {
        this.entries = entries;
        this.verified = verified;
        this.verifier = verifier;
    }

    /**
     * Reads a password file; it is read again when it changes.
     *
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public static BasicAuthenticator open(Path passwordFile, VerificationLimits limits) {
        LongSupplier clock = System::nanoTime;
        return new BasicAuthenticator(
                new ReloadingFile<>(passwordFile, PasswordEntries::read, clock),
                new VerifiedCredentials(limits.remembered(), limits.rememberFor(), clock),
                new PasswordVerifier(limits.parallel(), limits.waiting(), PasswordHash::matches));
    }

    @Override
    public String challenge() {
        return "Basic realm=\"BANip\", charset=\"UTF-8\"";
    }

    @Override
    public CompletionStage<Authentication> authenticate(AuthenticationRequest request) {
        Optional<String> header = request.authorization().filter(BasicCredentials::areIn);
        if (header.isEmpty()) {
            return CompletableFuture.completedFuture(NOT_PRESENTED);
        }
        Optional<BasicCredentials> credentials = BasicCredentials.read(header.get());
        if (credentials.isEmpty()) {
            return CompletableFuture.completedFuture(new Authentication.Refused("malformed credentials"));
        }
        return authenticate(credentials.get(), request.remoteAddress());
    }

    private CompletionStage<Authentication> authenticate(BasicCredentials credentials, String remoteAddress) {
        PasswordEntries current = entries.get();
        Optional<PasswordHash> hash = current.hashOf(credentials.identity());
        ByteBuffer digest = verified.digest(credentials);
        if (hash.isPresent() && verified.contain(digest, hash.get())) {
            return CompletableFuture.completedFuture(new Authentication.Accepted(credentials.identity()));
        }
        Optional<CompletableFuture<Boolean>> comparison =
                verifier.verify(digest, credentials.passwordBytes(), hash.orElse(current.decoy()), remoteAddress);
        if (comparison.isEmpty()) {
            return CompletableFuture.completedFuture(
                    new Authentication.Busy("too many log-ins wait to be checked, try again later"));
        }
        return comparison.get().thenApply(matches -> conclude(credentials, hash, digest, matches));
    }

    private Authentication conclude(
            BasicCredentials credentials, Optional<PasswordHash> hash, ByteBuffer digest, boolean matches) {
        if (hash.isEmpty()) {
            return new Authentication.Refused("nobody is named " + credentials.identity());
        }
        if (!matches) {
            return new Authentication.Refused("wrong password for " + credentials.identity());
        }
        verified.add(digest, hash.get());
        return new Authentication.Accepted(credentials.identity());
    }

    /** Fails the attempts whose password is not compared yet, with {@code HOST_UNAVAILABLE}; what would have to be compared later is {@link Authentication.Busy}. */
    @Override
    public void close() {
        verifier.close();
    }
}
