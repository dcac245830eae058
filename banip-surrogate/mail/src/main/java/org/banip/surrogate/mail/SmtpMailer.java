package org.banip.surrogate.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.banip.server.tls.TrustedCertificates;
import org.banip.surrogate.alert.spi.Mail;
import org.banip.surrogate.alert.spi.Mailer;
import org.banip.surrogate.settings.MailSettings;

/** Sends e-mails by SMTP, each over a connection of its own. TLS verifies the server's certificate and name. Any thread. */
final class SmtpMailer implements Mailer {
    private static final String SMTP = "smtp";

    private final MailSettings settings;
    private final Session session;

    SmtpMailer(MailSettings settings) {
        this.settings = settings;
        session = Session.getInstance(properties(settings));
    }

    private static Properties properties(MailSettings settings) {
        String millis = Long.toString(settings.timeout().toMillis());
        Properties all = new Properties();
        set(all, "connectiontimeout", millis);
        set(all, "timeout", millis);
        set(all, "writetimeout", millis);
        set(all, "auth", Boolean.toString(settings.login().isPresent()));
        set(all, "from", settings.from());
        set(all, "quitwait", "false");
        boolean startTls = settings.protection() == MailSettings.Protection.STARTTLS;
        set(all, "starttls.enable", Boolean.toString(startTls));
        set(all, "starttls.required", Boolean.toString(startTls));
        set(all, "ssl.enable", Boolean.toString(settings.protection() == MailSettings.Protection.TLS));
        set(all, "ssl.checkserveridentity", "true");
        set(all, "ssl.protocols", "TLSv1.3 TLSv1.2");
        Optional<Path> authorities = settings.authorities();
        authorities.ifPresent(file -> all.put(
                "mail.smtp.ssl.socketFactory", TrustedCertificates.client(file).getSocketFactory()));
        return all;
    }

    private static void set(Properties all, String name, String value) {
        all.setProperty("mail.smtp." + name, value);
    }

    @Override
    public Result send(Mail mail) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread()
                .setContextClassLoader(SmtpMailer.class.getClassLoader()); // Jakarta Mail finds its parts by it
        try (Transport transport = session.getTransport(SMTP)) {
            transport.connect(
                    settings.server(),
                    settings.port(),
                    settings.login().map(MailSettings.Login::user).orElse(null),
                    settings.login().map(login -> login.password().value()).orElse(null));
            AlertMessage message = AlertMessage.of(session, settings.from(), mail);
            transport.sendMessage(message, message.getAllRecipients());
            return new Result(Result.Kind.TAKEN, "");
        } catch (MessagingException e) {
            return Answers.of(e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Override
    public void close() {}
}
