package org.banip.measure.urgency;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.cpi.Child;
import org.banip.measure.results.Folders;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/** From the sample that decides to the alert's receipt, behind a backlog of a day. One thread. */
public final class AlertsExperiment {
    /** The name of the table. */
    public static final String TABLE = "alerts";
    /** Most asystoles of a run. */
    public static final int MOST_ALERTS = 1000;

    private static final String IDENTITY = "heart";
    private static final String PASSWORD = "for-this-run-only";
    private static final String KEY = "the-key-of-this-run-which-signs-alerts-only";
    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(500);
    /** How long alerts and the end of the MBU are waited for after the last sample. */
    private static final Duration LATE = Duration.ofMinutes(1);
    /** Raised and ended, by the host and by the MBU. */
    private static final int STEPS = 4;

    private static final List<String> FLAGS = List.of("-Xlog:disable", "-XX:+UseSerialGC", "-Xmx700m");

    private final LinkProfile link;
    private final String uplink;
    private final int alerts;
    private final long seed;
    private final ResultsFolder folder;
    private final Stop stop;

    /**
     * An experiment.
     *
     * @param uplink name of an installed uplink that needs no TLS
     * @param alerts how often the heart stops, 1 to {@link #MOST_ALERTS}
     * @param stop ends it early; what came until then counts
     */
    public AlertsExperiment(LinkProfile link, String uplink, int alerts, long seed, ResultsFolder folder, Stop stop) {
        this.link = link;
        this.uplink = uplink;
        this.alerts = alerts;
        this.seed = seed;
        this.folder = folder;
        this.stop = stop;
    }

    /**
     * Makes the run.
     *
     * @param json whether results are told as JSON
     * @param told gets a line for each way of an alert
     * @return whether the alert of each asystole came once on each way, and no other
     */
    public boolean run(boolean json, Consumer<String> told) throws IOException, InterruptedException {
        Path raw = Files.createDirectories(folder.directory().resolve(TABLE));
        List<AlertLatency> latencies = measure(raw);
        try (ResultTable table = folder.table(TABLE)) {
            for (AlertLatency latency : latencies) {
                table.add(latency.row(link.name()));
                told.accept(json ? latency.row(link.name()).json() : latency.line());
            }
        }
        return latencies.stream().allMatch(AlertLatency::isExact);
    }

    private List<AlertLatency> measure(Path raw) throws IOException, InterruptedException {
        Path work = Files.createDirectories(raw.resolve("work"));
        try (EmulatedNetwork network = EmulatedNetwork.open(link, seed);
                AlertReceiver receiver = receiver(network);
                ProgressDisplay progress = ProgressDisplay.onStandardError();
                Child backEnd =
                        Child.start(network.fixed()::start, AlertsBackEnd.class, FLAGS, raw.resolve("back-end.log"));
                Child mbu = Child.start(network.mobile()::start, AlertsMbu.class, FLAGS, raw.resolve("mbu.log"))) {
            progress.updateNow("host, broker and MBU start; a backlog of a day is made");
            backEnd.say(backEndSpecification(network, work, contacts(work, receiver)));
            JsonObject ready = backEnd.await("ready", START);
            mbu.say(mbuSpecification(ready.string("uri")));
            JsonObject unused = mbu.await("ready", START);
            try (AlertPage page = AlertPage.open(URI.create(ready.string("host")), network.fixed(), START)) {
                mbu.say("go");
                await(receiver.receipts(), page.receipts(), mbu, backEnd, progress);
                if (stop.requested()) {
                    mbu.say("stop");
                }
                List<Asystole> asystoles = mbu.await("over", LATE).objects("asystoles").stream()
                        .map(Asystole::read)
                        .toList();
                network.requireWorking();
                mbu.say("end");
                backEnd.say("end");
                AlertsFile.write(
                        raw.resolve("receipts.csv"),
                        receiver.receipts().all(),
                        page.receipts().all());
                return latencies(asystoles, receiver.receipts(), page.receipts());
            }
        } finally {
            Folders.delete(work);
        }
    }

    private static AlertReceiver receiver(EmulatedNetwork network) throws IOException, InterruptedException {
        try {
            return network.fixed().call(() -> AlertReceiver.start(KEY));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the receiver does not start", e);
        }
    }

    private static List<AlertLatency> latencies(List<Asystole> asystoles, AlertReceipts webhook, AlertReceipts page) {
        return Stream.of(
                        AlertLatency.ofWarnings(asystoles),
                        AlertLatency.of("webhook", "mbu", asystoles, webhook.all()),
                        AlertLatency.of("page", "mbu", asystoles, page.all()),
                        AlertLatency.of("webhook", "host", asystoles, webhook.all()),
                        AlertLatency.of("page", "host", asystoles, page.all()))
                .toList();
    }

    /** Waits until all steps have come everywhere; not forever, and not for processes that have ended. */
    private void await(AlertReceipts webhook, AlertReceipts page, Child mbu, Child backEnd, ProgressDisplay progress)
            throws InterruptedException {
        Duration length = new StoppingHeart(alerts, seed).length();
        long begin = System.nanoTime();
        long until = begin + length.plus(LATE).toNanos();
        boolean all = false;
        while (!all && !stop.requested() && mbu.alive() && backEnd.alive() && System.nanoTime() < until) {
            all = webhook.awaitSteps(STEPS * alerts, LOOK) && page.awaitSteps(STEPS * alerts, LOOK);
            Duration left = length.minusNanos(System.nanoTime() - begin);
            progress.update(webhook.raised() / 2 + " of " + alerts + " alerts, about "
                    + Figures.clock(left.isNegative() ? Duration.ZERO : left) + " left");
        }
    }

    private static Path contacts(Path work, AlertReceiver receiver) throws IOException {
        Files.writeString(work.resolve("ward.key"), KEY + "\n");
        return Files.writeString(
                work.resolve("contacts.json"),
                "{\"contacts\":[{\"name\":\"ward\",\"webhook\":\"" + receiver.uri() + "\",\"keyFile\":\"ward.key\"}],"
                        + "\"rules\":[{\"to\":[\"ward\"]}]}");
    }

    private static String backEndSpecification(EmulatedNetwork network, Path work, Path contacts) {
        return new JsonWriter()
                .beginObject()
                .field("address", network.fixed().address().getHostAddress())
                .field("folder", work.toString())
                .field("contacts", contacts.toString())
                .field("identity", IDENTITY)
                .field("password", PASSWORD)
                .endObject()
                .toString();
    }

    private String mbuSpecification(String broker) {
        return new JsonWriter()
                .beginObject()
                .field("broker", broker)
                .field("uplink", uplink)
                .field("identity", IDENTITY)
                .field("password", PASSWORD)
                .field("alerts", alerts)
                .field("seed", seed)
                .field("backlog", Backlog.DAY)
                .endObject()
                .toString();
    }
}
