package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.begins;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Who;
import org.banip.surrogate.settings.MailSettings;
import org.junit.jupiter.api.Test;

class MailTextTest {
    private static final UUID ID = new UUID(1, 2);

    private static String mail(Who who) {
        Alert alert = new Alert(
                ID,
                "ban-17",
                Findings.SESSION,
                Cause.of("host", begins("heart", Severity.HIGH, 100)),
                Priority.HIGH,
                AlertState.ENDED,
                100_000_000_000L,
                Optional.empty(),
                OptionalLong.of(110_000_000_000L),
                2);
        AlertStep ended = new AlertStep(alert, AlertState.ENDED, 110_000_000_000L, who);
        String body = AlertJson.delivery(ended, "dr");
        MailSettings settings = new MailSettings(
                "localhost",
                25,
                MailSettings.Protection.NONE,
                Optional.empty(),
                "banip@host.example",
                false,
                Optional.empty(),
                Duration.ofSeconds(5));
        return new MailText(settings)
                .of("dr@example.org", new Delivery(ID.toString(), new Destination("dr", ""), 2, body, 1))
                .text();
    }

    @Test
    void theReasonIsToldAndNothingOfThePatient() {
        assertThat(mail(AlertStep.RULES))
                .contains("reason:   its detector was taken out of the rules, or changed\n")
                .doesNotContain("ban-17", "heart", "asystole");
        assertThat(mail(AlertStep.HOST)).doesNotContain("reason");
    }

    /** The page shows no ids. */
    @Test
    void theCommandThatShowsTheAlertByItsIdIsNamed() {
        assertThat(mail(AlertStep.HOST)).contains("alert:    " + ID, "the command \"banip alerts\" shows it by its id");
    }
}
