package org.banip.surrogate.mail;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import org.banip.surrogate.alert.spi.Mailer;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/** What a failure of Jakarta Mail says about the server. */
final class Answers {
    private static final int PERMANENT = 500;

    private Answers() {}

    /** An answer from 500 on to the sender, the recipient or the e-mail refuses it; all else may be otherwise later. */
    static Mailer.Result of(MessagingException failure) {
        for (Exception e = failure; e instanceof MessagingException one; e = one.getNextException()) {
            int code = code(one);
            if (code > 0) {
                return new Mailer.Result(
                        code >= PERMANENT ? Mailer.Result.Kind.REFUSED : Mailer.Result.Kind.LATER,
                        "answer " + oneLine(one.getMessage()));
            }
        }
        return new Mailer.Result(
                Mailer.Result.Kind.LATER,
                failure instanceof AuthenticationFailedException
                        ? "it does not let the host in: " + oneLine(failure.getMessage())
                        : oneLine(failure.getMessage()) + cause(failure));
    }

    private static int code(MessagingException e) {
        if (e instanceof SMTPAddressFailedException recipient) {
            return recipient.getReturnCode();
        }
        if (e instanceof SMTPSenderFailedException sender) {
            return sender.getReturnCode();
        }
        return e instanceof SMTPSendFailedException data ? data.getReturnCode() : 0;
    }

    private static String cause(MessagingException failure) {
        Exception next = failure.getNextException();
        return next == null ? "" : " (" + next.getClass().getSimpleName() + ")";
    }

    private static String oneLine(@Nullable String text) {
        return text == null ? "no reason" : text.strip().replaceAll("\\s+", " ");
    }
}
