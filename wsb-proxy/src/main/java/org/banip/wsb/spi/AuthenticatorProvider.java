package org.banip.wsb.spi;

import java.util.Optional;
import java.util.function.Supplier;
import org.banip.server.settings.Settings;

/**
 * Adds an authentication scheme if an operator's settings ask for it. Found by {@link java.util.ServiceLoader} on the broker's class path or in its
 * WAR; a {@link org.banip.server.settings.SettingProvider} adds the scheme's settings.
 */
public interface AuthenticatorProvider {
    /**
     * The scheme; empty if the settings do not ask for it.
     *
     * @param settings all settings of the broker
     * @return opens it when a broker starts, which closes it; it may throw {@code IllegalArgumentException} and {@code UncheckedIOException} for
     *     files
     * @throws IllegalArgumentException if a setting is wrong
     */
    Optional<Supplier<Authenticator>> scheme(Settings settings);
}
