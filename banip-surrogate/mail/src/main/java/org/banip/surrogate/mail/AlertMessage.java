package org.banip.surrogate.mail;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import org.banip.surrogate.alert.spi.Mail;

/** An e-mail with a message id of its own. */
final class AlertMessage extends MimeMessage {
    private final String id;

    private AlertMessage(Session session, String id) {
        super(session);
        this.id = id;
    }

    static AlertMessage of(Session session, String from, Mail mail) throws MessagingException {
        AlertMessage message = new AlertMessage(session, plain(mail.messageId()));
        String utf8 = StandardCharsets.UTF_8.name();
        message.setFrom(new InternetAddress(plain(from), true));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(plain(mail.to()), true));
        message.setSubject(plain(mail.subject()), utf8);
        message.setSentDate(Date.from(mail.date()));
        message.setHeader("References", plain(mail.thread()));
        message.setHeader("Auto-Submitted", "auto-generated");
        if (mail.urgent()) {
            message.setHeader("Importance", "high");
            message.setHeader("X-Priority", "1");
        }
        message.setText(mail.text(), utf8);
        message.saveChanges();
        return message;
    }

    /** What stands in a header must not begin another one. */
    private static String plain(String text) throws MessagingException {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new MessagingException("a header has control characters");
        }
        return text;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
        setHeader("Message-ID", id);
    }
}
