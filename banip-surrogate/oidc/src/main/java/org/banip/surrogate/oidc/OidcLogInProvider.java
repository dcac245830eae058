package org.banip.surrogate.oidc;

import java.util.Optional;
import org.banip.server.settings.Settings;
import org.banip.surrogate.people.spi.ExternalLogIn;
import org.banip.surrogate.people.spi.ExternalLogInProvider;

/** Log-in by OpenID Connect, if {@code oidc-issuer} is set. */
public final class OidcLogInProvider implements ExternalLogInProvider {
    /** For the service loader. */
    public OidcLogInProvider() {}

    @Override
    public Optional<ExternalLogIn> open(Settings settings) {
        return OidcSettings.of(settings).map(OidcLogIn::new);
    }
}
