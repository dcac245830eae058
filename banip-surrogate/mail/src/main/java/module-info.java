/** Alerts by e-mail. */
module org.banip.surrogate.mail {
    requires jakarta.mail;
    requires org.banip.server;
    requires org.banip.surrogate;
    requires org.eclipse.angus.mail;
    requires static org.jspecify;

    provides org.banip.surrogate.alert.spi.MailerProvider with
            org.banip.surrogate.mail.SmtpMailerProvider;
}
