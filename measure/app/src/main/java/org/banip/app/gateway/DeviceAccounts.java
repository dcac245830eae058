package org.banip.app.gateway;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.banip.gateway.spi.DeviceLogIn;
import org.banip.server.file.ReloadingFile;
import org.banip.server.password.VerificationLimits;
import org.banip.wsb.authentication.BasicAuthenticator;
import org.banip.wsb.grant.Grants;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Identity;

/** Devices of a password file and a grants file, both in the broker's form. */
public final class DeviceAccounts implements DeviceLogIn {
    private final BasicAuthenticator authenticator;
    private final Supplier<Grants> grants;

    /**
     * Reads the files. They are read again when they change: the next message of a device that has lost its grant is refused.
     *
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if one cannot be read
     */
    public DeviceAccounts(Path passwords, Optional<Path> grantsFile) {
        grants = grantsFile
                .<Supplier<Grants>>map(file -> new ReloadingFile<>(file, Grants::read, System::nanoTime))
                .orElse(Grants::ofOwnName);
        authenticator = BasicAuthenticator.open(passwords, VerificationLimits.DEFAULTS);
    }

    @Override
    public CompletionStage<Answer> logIn(Optional<String> authorization, String remoteAddress) {
        return authenticator
                .authenticate(new AuthenticationRequest(authorization, List.of(), remoteAddress))
                .thenApply(DeviceAccounts::answer);
    }

    private static Answer answer(Authentication result) {
        if (result instanceof Authentication.Accepted accepted) {
            return new Answer.Accepted(accepted.identity().name());
        }
        if (result instanceof Authentication.Busy busy) {
            return new Answer.Busy(busy.reason());
        }
        return new Answer.Refused(
                result instanceof Authentication.Refused refused ? refused.reason() : "user and password are missing");
    }

    @Override
    public boolean permits(String user, String ban) {
        return grants.get().permit(new Identity(user), ban);
    }

    @Override
    public void close() {
        authenticator.close();
    }
}
