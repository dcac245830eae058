package org.banip.surrogate.alert.spi;

import org.banip.surrogate.settings.MailSettings;

/** Makes a {@link Mailer}. {@link java.util.ServiceLoader} finds it; of several, the host takes the first. */
public interface MailerProvider {
    /**
     * A mailer for this server. It opens no connection yet.
     *
     * @throws IllegalArgumentException if a file that the settings name cannot be used
     */
    Mailer open(MailSettings settings);
}
