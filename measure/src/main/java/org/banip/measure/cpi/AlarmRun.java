package org.banip.measure.cpi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.process.AlarmProcess;
import org.banip.measure.cpi.process.BackEndProcess;
import org.banip.measure.results.Folders;

/**
 * Alarms behind a backlog: an MBU sends now and then an alarm, first over a link that carries nothing else (bare), then over a link that is full,
 * because its spool holds hours of signal. One thread.
 *
 * @param name of the run and of its raw data
 * @param settings of link, uplink, signal and seed
 * @param backlogSeconds signal in the spool
 * @param alarms of each part, one every four seconds
 */
public record AlarmRun(String name, CpiSettings settings, int backlogSeconds, int alarms) {
    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration BACKLOG = Duration.ofMinutes(10);
    private static final String IDENTITY = "alarm";
    private static final double BYTES_PER_SECOND = 1_440;

    /**
     * Makes the run.
     *
     * @param folder for its raw data
     */
    public AlarmResult run(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path work = Files.createDirectories(folder.resolve("work"));
        Path csv = folder.resolve("deliveries.csv");
        try (RunLink link = RunLinks.open(settings, folder);
                Conversation backEnd = link.startFixed(BackEndProcess.class, folder.resolve("back-end.log"));
                Child mbu = link.startMobile(AlarmProcess.class, folder.resolve("mbu.log"))) {
            String password = HexFormat.of().toHexDigits(settings.seed());
            RunCertificates certificates = RunCertificates.of(settings, link, work);
            backEnd.say(certificates.backEnd(link, work, csv, IDENTITY, password));
            URI broker = URI.create(backEnd.await("ready", START).string("uri"));
            mbu.say(specification(certificates, link.seenFromMobile(broker).toString(), password));
            long bareUntil = mbu.await("bare", BACKLOG).integer("nanos", 0, Long.MAX_VALUE);
            JsonObject backlog = mbu.await("backlog", BACKLOG);
            mbu.say("go");
            JsonObject unused = mbu.await("delivered", BACKLOG);
            backEnd.say("settle 0");
            unused = backEnd.await("settled", START);
            link.requireWorking();
            Deliveries all = Deliveries.read(
                    csv, settings.signal().groups(BYTES_PER_SECOND).size());
            return new AlarmResult(
                    this,
                    backlog,
                    all.sampledBetween(0, bareUntil),
                    all.sampledBetween(bareUntil, Long.MAX_VALUE),
                    link.report());
        } finally {
            Folders.delete(work);
        }
    }

    private String specification(RunCertificates certificates, String broker, String password) {
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field("broker", broker)
                .field("trust", certificates.trust())
                .field("sendBuffer", settings.sendBufferBytes())
                .field("identity", IDENTITY)
                .field("password", password)
                .field("uplink", settings.uplink())
                .field("bytesPerSecond", BYTES_PER_SECOND)
                .field("backlogSeconds", backlogSeconds)
                .field("alarms", alarms);
        settings.writeAcknowledgeWithin(json);
        json.beginObject("signal");
        settings.signal().writeTo(json);
        return json.endObject().endObject().toString();
    }
}
