package org.banip.wsb.jwt;

import java.util.Optional;
import java.util.function.Supplier;
import org.banip.server.settings.Settings;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.AuthenticatorProvider;

/** Bearer tokens, if {@code jwt-keys} is set. */
public final class TokenAuthenticatorProvider implements AuthenticatorProvider {
    /** For the service loader. */
    public TokenAuthenticatorProvider() {}

    @Override
    public Optional<Supplier<Authenticator>> scheme(Settings settings) {
        return TokenSettings.of(settings).map(tokens -> () -> TokenAuthenticator.open(tokens));
    }
}
