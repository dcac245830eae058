package org.banip.measure.faults.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.alert.AlertNotice;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.measure.faults.process.MbuCounters;
import org.banip.measure.faults.process.ToldSteps;
import org.banip.measure.faults.record.MbuRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be wrong with the steps of alerts that webhook and MBU are told: each is found. */
class AlertsOfSuiteTest {
    private static final long ORIGIN = 1_795_215_600L * 1_000_000_000;
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Pattern WEBHOOK = Pattern.compile("http://[^\"]+");

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<MbuRun> runs = new ArrayList<>();
    private AlertsOfSuite alerts;
    private URI webhook;
    private List<Instant> since;

    @BeforeEach
    void twoProcesses() throws IOException {
        for (int process = 1; process <= 2; process++) {
            MbuCounters counters = MbuCounters.open(directory.resolve("counters-" + process));
            counters.origin(ORIGIN + process * 5_000_000_000L);
            MbuRun run = new MbuRun(new FaultSignal(7, process), new UUID(0, 1), counters, true, Long.MAX_VALUE);
            run.found(ExpectedAlerts.GROUP, 360 - 20); // the second alert is open at the end
            runs.add(run);
        }
        alerts = new AlertsOfSuite(directory, true);
        Matcher url = WEBHOOK.matcher(Files.readString(directory.resolve("contacts.json")));
        assertThat(url.find()).isTrue();
        webhook = URI.create(url.group());
        since = List.copyOf(ExpectedAlerts.of(runs).ended().keySet());
    }

    @AfterEach
    void close() {
        alerts.close();
    }

    private static AlertNotice step(int alert, int number, String event, Instant since) {
        return AlertNotice.parse("{\"id\":\"" + new UUID(1, alert) + "\",\"step\":" + number + ",\"event\":\"" + event
                + "\",\"at\":\"2026-11-27T12:00:05.1Z\",\"who\":\"host\",\"ban\":\"ban-1\",\"session\":\""
                + new UUID(0, 1)
                + "\",\"priority\":\"medium\",\"severity\":\"medium\",\"by\":\"host\",\"detector\":\"high\",\"kind\":\"above\","
                + "\"group\":\"ecg\",\"channel\":\"II\",\"since\":\"" + since
                + "\",\"raised\":\"2026-11-27T12:00:05.1Z\",\"value\":4.5,\"unit\":\"mV\"}");
    }

    /** All that must come: four alerts, of which the last has not ended. */
    private List<AlertNotice> right() {
        List<AlertNotice> steps = new ArrayList<>();
        for (int alert = 0; alert < since.size(); alert++) {
            steps.add(step(alert, 1, "raised", since.get(alert)));
            if (alert < since.size() - 1) {
                steps.add(step(alert, 2, "ended", since.get(alert)));
            }
        }
        return steps;
    }

    private List<String> problems(List<AlertNotice> toWebhook, List<AlertNotice> toApp) throws Exception {
        for (AlertNotice step : toWebhook) {
            int status = post(step);
            if (status == 503) { // busy: once more, as a host does
                status = post(step);
            }
            assertThat(status).isEqualTo(204);
        }
        ToldSteps told = new ToldSteps(alerts.told());
        for (AlertNotice step : toApp) {
            told.add(step);
        }
        return alerts.check(runs, SHORT);
    }

    private int post(AlertNotice step) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(webhook)
                .header("Idempotency-Key", "\"" + step.id() + "-" + step.step() + "\"")
                .POST(HttpRequest.BodyPublishers.ofString(step.json()))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    @Test
    void theSignalOfTwoProcessesHasFourAlertsAndAGapEndsNone() {
        Map<Instant, Boolean> ended = ExpectedAlerts.of(runs).ended();
        assertThat(ended.values()).containsExactly(true, true, true, false);
    }

    @Test
    void allStepsAlsoRepeatedOnesAreRight() throws Exception {
        List<AlertNotice> twice = new ArrayList<>(right());
        twice.addAll(right());
        assertThat(problems(twice, twice)).isEmpty();
    }

    @Test
    void aStepThatIsMissingIsFound() throws Exception {
        List<AlertNotice> less = right();
        less.remove(1);
        assertThat(problems(right(), less))
                .singleElement()
                .asString()
                .startsWith("the MBU's app was told [raised] of the alert since " + since.get(0))
                .endsWith("expected is [raised, ended]");
    }

    @Test
    void stepsInTheWrongOrderAreFound() throws Exception {
        List<AlertNotice> swapped = right();
        swapped.add(0, swapped.remove(1));
        assertThat(problems(swapped, right()))
                .anySatisfy(problem -> assertThat(problem).contains("was told step 2 of alert"));
    }

    @Test
    void aSecondAlertOfTheSameBeginningIsFound() throws Exception {
        List<AlertNotice> more = right();
        more.add(step(17, 1, "raised", since.get(0)));
        assertThat(problems(more, right()))
                .anySatisfy(problem -> assertThat(problem).endsWith("of two alerts since " + since.get(0)));
    }

    @Test
    void anAlertWithoutAReasonIsFound() throws Exception {
        List<AlertNotice> more = right();
        more.add(step(17, 1, "raised", since.get(0).plusNanos(1)));
        assertThat(problems(more, right())).singleElement().asString().endsWith("when nothing began");
    }
}
