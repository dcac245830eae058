package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.alert.spi.Mail;
import org.banip.surrogate.alert.spi.Mailer;
import org.banip.surrogate.settings.MailSettings;
import org.slf4j.Logger;

/** Tells contacts by e-mail, on at most eight threads of its own: more deliveries wait. */
final class MailSender implements Sender {
    private static final Logger LOG = ServerLog.of(MailSender.class);
    private static final int MOST_THREADS = 8;
    private static final long IDLE_SECONDS = 30;

    private final Mailer mailer;
    private final MailText text;
    private final Duration longest;
    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            MOST_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            OwnThreads.numbered("banip-alert-mail-"));

    MailSender(Mailer mailer, MailSettings settings) {
        this.mailer = mailer;
        text = new MailText(settings);
        longest = settings.longestAttempt().plus(settings.timeout()); // to find the server's address, and to end
    }

    @Override
    public void send(Contact contact, Delivery delivery, Consumer<Outcome> then) {
        if (!(contact.way() instanceof Way.Email email)) {
            throw new IllegalArgumentException("contact " + contact + " has no email");
        }
        Mail mail = text.of(email.address(), delivery);
        try {
            threads.execute(() -> then.accept(sent(mail)));
        } catch (RejectedExecutionException e) {
            then.accept(new Outcome(Outcome.Result.AWAY, "too-many-under-way"));
        }
    }

    private Outcome sent(Mail mail) {
        try {
            Mailer.Result result = mailer.send(mail);
            return switch (result.kind()) {
                case TAKEN -> Outcome.TAKEN;
                case LATER -> new Outcome(Outcome.Result.RECEIVER_FAILS, "not-now", result.reason());
                case REFUSED -> new Outcome(Outcome.Result.REFUSED, "refused", result.reason());
            };
        } catch (RuntimeException | Error e) {
            LOG.error("- an e-mail cannot be made", e);
            return new Outcome(Outcome.Result.REFUSED, "internal");
        }
    }

    @Override
    public Duration longest() {
        return longest;
    }

    @Override
    public void close() {
        threads.shutdown();
        mailer.close();
    }
}
