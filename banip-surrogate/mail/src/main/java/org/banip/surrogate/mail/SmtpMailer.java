package org.banip.surrogate.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.banip.server.executor.OwnThreads;
import org.banip.server.settings.Secret;
import org.banip.server.tls.ReloadingTrust;
import org.banip.surrogate.alert.spi.Mail;
import org.banip.surrogate.alert.spi.Mailer;
import org.banip.surrogate.settings.MailSettings;

/**
 * Sends e-mails by SMTP, each over a connection of its own, and within {@link MailSettings#longestAttempt}. TLS verifies the server's certificate and
 * name. Any thread.
 */
final class SmtpMailer implements Mailer {
    private static final String SMTP = "smtp";

    private final MailSettings settings;
    private final Optional<Supplier<Secret>> password;
    private final SSLSocketFactory tls;
    private final ScheduledThreadPoolExecutor clock =
            new ScheduledThreadPoolExecutor(1, OwnThreads.numbered("banip-alert-mail-clock-"));

    SmtpMailer(MailSettings settings) {
        this.settings = settings;
        password = settings.login().map(MailSettings.Login::reloading);
        tls = settings.authorities()
                .map(file -> ReloadingTrust.client(file).getSocketFactory())
                .orElseGet(() -> (SSLSocketFactory) SSLSocketFactory.getDefault());
        clock.setRemoveOnCancelPolicy(true);
    }

    private Properties properties(Attempt attempt) {
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
        set(all, "socketFactory.fallback", "false"); // else what these refuse is tried again with Java's own
        all.put("mail.smtp.socketFactory", attempt.plain());
        all.put("mail.smtp.ssl.socketFactory", attempt.tls(tls));
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
        try (Attempt attempt = new Attempt(clock, settings.longestAttempt())) {
            return send(mail, attempt);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private Result send(Mail mail, Attempt attempt) {
        Session session = Session.getInstance(properties(attempt));
        try (Transport transport = session.getTransport(SMTP)) {
            transport.connect(
                    settings.server(),
                    settings.port(),
                    settings.login().map(MailSettings.Login::user).orElse(null),
                    password.map(file -> file.get().value()).orElse(null));
            AlertMessage message = AlertMessage.of(session, settings.from(), mail);
            transport.sendMessage(message, message.getAllRecipients());
            return new Result(Result.Kind.TAKEN, "");
        } catch (MessagingException e) {
            return attempt.isOver()
                    ? new Result(
                            Result.Kind.LATER,
                            "it took longer than " + settings.longestAttempt().toMillis() + " ms")
                    : Answers.of(e);
        }
    }

    /** Attempts that go on keep their deadlines. */
    @Override
    public void close() {
        clock.shutdown();
    }
}
