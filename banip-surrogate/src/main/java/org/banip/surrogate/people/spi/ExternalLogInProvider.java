package org.banip.surrogate.people.spi;

import java.util.Optional;
import org.banip.server.settings.Settings;

/** Adds a way to log in outside the host. */
public interface ExternalLogInProvider {
    /**
     * The way that an operator set.
     *
     * @return empty if it is not wanted
     * @throws IllegalArgumentException if a setting is missing, or does not suit another one
     */
    Optional<ExternalLogIn> open(Settings settings);
}
