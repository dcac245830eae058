package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.alert.AlertNotice;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.alert.WebhookReceiver;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** A detector leaves the operator's file while its alert is open: who is told hears why the alert ends. */
class TakenOutDetectorTest extends DetectingHost {
    private static final String HIGH_ECG =
            "{\"name\":\"high\",\"kind\":\"threshold\",\"group\":\"ecg\",\"channel\":\"MLII\",\"above\":2,\"severity\":\"high\"}";

    @Test
    void contactsAndTheLogAreToldThatTheAlertEndedBecauseOfTheRules() throws Exception {
        Path file = directory.resolve("detectors.json");
        Files.writeString(file, json(HIGH_ECG));
        AtomicLong nanos = new AtomicLong();
        RulesFile rules = new RulesFile(file, () -> nanos.addAndGet(2_000_000_000)); // each call looks at the file
        try (WebhookReceiver receiver = new WebhookReceiver((number, request) -> 204);
                HeardLog log = new HeardLog();
                RunningHost host = RunningHost.over(
                        store(), with -> with.detectors(rules).findings(found).alerts(alerts(receiver)))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            send(mbu, ecg(0, HIGH), ecg(1, LOW));
            await().until(() -> receiver.taken().size() == 2);
            send(mbu, ecg(2, HIGH));
            await().until(() -> receiver.taken().size() == 3);

            Files.writeString(file, json());
            await().until(() -> receiver.taken().size() == 4);
            List<AlertNotice> steps = receiver.taken().stream()
                    .map(request -> AlertNotice.parse(request.body()))
                    .toList();
            assertThat(steps).extracting(AlertNotice::event).containsExactly("raised", "ended", "raised", "ended");
            assertThat(steps.get(1).reason()).as("the values were low again").isEmpty();
            assertThat(steps.get(3).reason()).contains("its detector was taken out of the rules, or changed");
            assertThat(steps.get(3).line()).endsWith("(high); its detector was taken out of the rules, or changed");
            await().untilAsserted(
                            () -> assertThat(log.messages())
                                    .anySatisfy(
                                            line -> assertThat(line)
                                                    .contains(
                                                            file
                                                                    + ": detector high was taken out or changed, so 1 open alert ended, of BAN ban-17")));
        }
    }

    private AlertSettings alerts(WebhookReceiver receiver) {
        Path contacts = directory.resolve("contacts.json");
        try {
            Files.writeString(directory.resolve("key"), "0123456789abcdef0123456789abcdef");
            Files.writeString(
                    contacts,
                    "{\"contacts\": [{\"name\": \"ward\", \"webhook\": \"" + receiver.url("/")
                            + "\", \"keyFile\": \"key\"}], \"rules\": [{\"to\": [\"ward\"]}]}");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        AlertSettings byDefault = AlertSettings.DEFAULT;
        return new AlertSettings(
                Optional.of(contacts), false, Optional.empty(), byDefault.timeout(), byDefault.mostWaiting());
    }
}
