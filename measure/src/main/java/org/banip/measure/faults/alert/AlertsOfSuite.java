package org.banip.measure.faults.alert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.core.alert.AlertNotice;
import org.banip.measure.faults.process.ToldSteps;
import org.banip.measure.faults.record.MbuRun;

/**
 * The alerts of one arrangement. A detector of the host watches the live group; a webhook and the MBU are told of each step. At the end, the steps
 * are compared with those that follow from the stored signal. One thread.
 */
public final class AlertsOfSuite implements AutoCloseable {
    private static final String KEY = "0123456789abcdef0123456789abcdef";
    private static final long LOOK_MILLIS = 20;
    /** Time for a step too many to come. */
    private static final long SURPLUS_MILLIS = 500;

    private static final int MOST_PROBLEMS = 5;

    private final Path folder;
    private final boolean durable;
    private final StepReceiver webhook = new StepReceiver();

    /**
     * Begins to receive, and writes the files for the host.
     *
     * @param folder for them
     * @param durable whether the MBU's processes go on with one session; otherwise a host may be killed after the last sign of a session, and need
     *     not tell what was found in its end
     */
    public AlertsOfSuite(Path folder, boolean durable) throws IOException {
        this.folder = folder;
        this.durable = durable;
        Files.writeString(folder.resolve("webhook.key"), KEY);
        Files.writeString(detectors(), ExpectedAlerts.detectors());
        Files.writeString(
                contacts(),
                "{\"contacts\": [{\"name\": \"ward\", \"webhook\": \"" + webhook.uri()
                        + "\", \"keyFile\": \"webhook.key\"}, {\"name\": \"wearer\", \"mbu\": true}],"
                        + " \"rules\": [{\"to\": [\"ward\", \"wearer\"]}]}");
    }

    private Path detectors() {
        return folder.resolve("detectors.json");
    }

    private Path contacts() {
        return folder.resolve("contacts.json");
    }

    /** The host's options. */
    public List<String> options() {
        return List.of("--detectors=" + detectors(), "--alert-contacts-file=" + contacts());
    }

    /** Where the MBU notes what its app was told. */
    public Path told() {
        return folder.resolve("told.jsonl");
    }

    /** Steps that the webhook has taken. */
    public long steps() {
        return webhook.steps().size();
    }

    /**
     * Waits until all steps have come; host and MBU must run, and everything must be stored.
     *
     * @param runs all processes of the MBU, in order
     * @return what is wrong
     */
    public List<String> check(List<MbuRun> runs, Duration patience) throws IOException, InterruptedException {
        ExpectedAlerts expected = ExpectedAlerts.of(runs);
        ToldSteps wearer = new ToldSteps(told());
        long from = System.nanoTime();
        while (durable
                && System.nanoTime() - from < patience.toNanos()
                && (webhook.steps().size() < expected.steps() || wearer.steps().size() < expected.steps())) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        TimeUnit.MILLISECONDS.sleep(SURPLUS_MILLIS);
        List<String> problems = new ArrayList<>(webhook.malformed());
        if (durable && expected.steps() == 0) {
            problems.add("the stored signal has no alert, so nothing can be said of alerts");
        }
        compare("the webhook", webhook.steps(), expected, problems);
        compare("the MBU's app", wearer.steps(), expected, problems);
        return problems.size() <= MOST_PROBLEMS
                ? problems
                : List.of(
                        String.join("; ", problems.subList(0, MOST_PROBLEMS)),
                        problems.size() - MOST_PROBLEMS + " more problems of alerts");
    }

    private void compare(String who, List<AlertNotice> steps, ExpectedAlerts expected, List<String> problems) {
        Map<UUID, List<String>> events = new LinkedHashMap<>();
        Map<Instant, UUID> since = new HashMap<>();
        for (AlertNotice step : steps) {
            List<String> before = events.computeIfAbsent(step.id(), id -> new ArrayList<>());
            before.add(step.event());
            if (step.step() != before.size()) {
                problems.add(who + " was told step " + step.step() + " of alert " + step.id() + " as its number "
                        + before.size());
            }
            UUID other = since.putIfAbsent(step.since(), step.id());
            if (other != null && !other.equals(step.id())) {
                problems.add(who + " was told of two alerts since " + step.since());
            }
        }
        for (Map.Entry<Instant, UUID> one : since.entrySet()) {
            if (!expected.ended().containsKey(one.getKey())) {
                problems.add(who + " was told of an alert since " + one.getKey() + ", when nothing began");
            }
        }
        if (durable) {
            expected.ended().forEach((at, ended) -> {
                UUID id = since.get(at);
                List<String> wanted = ended ? List.of("raised", "ended") : List.of("raised");
                List<String> seen = id == null ? List.of() : events.getOrDefault(id, List.of());
                if (!seen.equals(wanted)) {
                    problems.add(who + " was told " + seen + " of the alert since " + at + ", expected is " + wanted);
                }
            });
        }
    }

    @Override
    public void close() {
        webhook.close();
    }
}
