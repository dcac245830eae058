package org.banip.surrogate.mail;

import org.banip.surrogate.alert.spi.Mailer;
import org.banip.surrogate.alert.spi.MailerProvider;
import org.banip.surrogate.settings.MailSettings;

/** Makes mailers that speak SMTP. */
public final class SmtpMailerProvider implements MailerProvider {
    /** For the service loader. */
    public SmtpMailerProvider() {}

    @Override
    public Mailer open(MailSettings settings) {
        return new SmtpMailer(settings);
    }
}
