package org.banip.surrogate.alert;

import java.util.Locale;
import org.banip.core.alert.AlertNotice;
import org.banip.core.text.Quoted;
import org.banip.surrogate.alert.spi.Mail;
import org.banip.surrogate.settings.MailSettings;

/** What e-mails say (docs/graded-alerts.md, "E-mail"). Immutable. */
final class MailText {
    private static final int MOST_SHOWN = 200;

    private final MailSettings settings;
    private final String domain;

    MailText(MailSettings settings) {
        this.settings = settings;
        domain = settings.from().substring(settings.from().lastIndexOf('@') + 1);
    }

    Mail of(String to, Delivery delivery) {
        AlertNotice step = AlertNotice.parse(delivery.body());
        return new Mail(
                to,
                "<" + delivery.key() + "@" + domain + ">",
                "<" + delivery.alert() + "@" + domain + ">",
                step.at(),
                step.priority().equals("high"),
                settings.full() ? "[BANip] " + step.line() + ", BAN " + line(step.ban()) : subject(step),
                settings.full() ? full(step) : lean(step));
    }

    private static String subject(AlertNotice step) {
        return "[BANip] " + line(step.priority().toUpperCase(Locale.ROOT)) + " alert " + line(step.event());
    }

    private static String lean(AlertNotice step) {
        return "alert:    " + step.id() + "\n"
                + "step:     " + step.step() + ", " + line(step.event()) + ", " + step.at() + "\n"
                + "priority: " + line(step.priority()) + "\n"
                + step.reason().map(why -> "reason:   " + line(why) + "\n").orElse("")
                + "\n"
                + "While the alert is open, the command \"banip alerts\" shows it by its id, and the surrogate host's page among the others.\n"
                + "BANip is no medical device.\n";
    }

    private static String full(AlertNotice step) {
        return step.line() + "\n\n"
                + "BAN:      " + line(step.ban()) + "\n"
                + "found by: " + line(step.detector()) + ", in group " + line(step.group()) + "\n"
                + "since:    " + step.since() + "\n"
                + "who:      " + line(step.who()) + "\n"
                + lean(step);
    }

    private static String line(String text) {
        return Quoted.line(text, MOST_SHOWN);
    }
}
