package org.banip.wsb.authentication;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.server.address.ClientNetwork;
import org.banip.server.file.ReloadingFile;
import org.banip.server.password.Attempt;
import org.banip.server.password.BasicCredentials;
import org.banip.server.password.GuessLimits;
import org.banip.server.password.PasswordCheck;
import org.banip.server.password.PasswordHash;
import org.banip.server.password.PasswordVerifier;
import org.banip.server.password.VerificationLimits;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.Identity;

/** HTTP Basic (RFC 7617) against a password file. Any thread. */
public final class BasicAuthenticator implements Authenticator {
    private static final Authentication NOT_PRESENTED = new Authentication.NotPresented();
    private static final Authentication TOO_MANY =
            new Authentication.Busy("too many wrong passwords from this address, try again in five minutes");

    private final Supplier<PasswordEntries> entries;
    private final PasswordCheck check;

    BasicAuthenticator(Supplier<PasswordEntries> entries, PasswordVerifier verifier, GuessLimits limits) {
        this.entries = entries;
        check = new PasswordCheck(entries, verifier, limits);
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
                new PasswordVerifier(limits, Attempt::matches, clock),
                new GuessLimits(clock));
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
            return CompletableFuture.completedFuture(
                    new Authentication.Refused(Authentication.Fault.MALFORMED, "malformed credentials"));
        }
        return authenticate(credentials.get(), request.remoteAddress());
    }

    private CompletionStage<Authentication> authenticate(BasicCredentials credentials, String remoteAddress) {
        Identity identity = new Identity(credentials.name());
        return check.check(credentials, ClientNetwork.of(remoteAddress))
                .thenApply(result -> conclude(identity, result));
    }

    private Authentication conclude(Identity identity, PasswordCheck.Result result) {
        return switch (result.outcome()) {
            case RIGHT -> accepted(identity, result.hash().orElseThrow());
            case WRONG ->
                new Authentication.Refused(Authentication.Fault.WRONG_SECRET, "wrong password for " + identity);
            case UNKNOWN ->
                new Authentication.Refused(Authentication.Fault.UNKNOWN_NAME, "no entry for the name " + identity);
            case TOO_MANY -> TOO_MANY;
            case BUSY -> new Authentication.Busy("too many log-ins wait to be checked, try again later");
        };
    }

    /** The password stays right as long as the file has the hash that it matched. */
    private Authentication accepted(Identity identity, PasswordHash hash) {
        return new Authentication.Accepted(identity, () -> {
            Optional<PasswordHash> now = entries.get().hashOf(identity.name());
            if (now.isEmpty()) {
                return Optional.of("the password file has no entry of that name any more");
            }
            return now.filter(hash::equals).isPresent() ? Optional.empty() : Optional.of("the password was changed");
        });
    }

    /** Identities whose credentials need no further comparison. */
    int proven() {
        return check.proven();
    }

    /**
     * Fails the attempts whose password is not compared yet, with {@code HOST_UNAVAILABLE}; later attempts that need a comparison get {@link
     * Authentication.Busy}.
     */
    @Override
    public void close() {
        check.close();
    }
}
