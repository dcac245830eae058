package org.banip.measure.cpi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.process.BackEndProcess;
import org.banip.measure.cpi.process.StartProcess;
import org.banip.measure.results.Folders;

/**
 * How long an MBU's start takes, until its first packet is stored and delivered, over an idle link, in a JVM that has done it once. One thread.
 *
 * @param name of the run and of its raw data
 * @param settings of link, uplink and seed
 * @param starts that are counted, one after the other
 */
public record StartRun(String name, CpiSettings settings, int starts) {
    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofMinutes(60);
    private static final String IDENTITY = "start";

    /**
     * Makes the run.
     *
     * @param folder for its raw data
     */
    public StartResult run(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path work = Files.createDirectories(folder.resolve("work"));
        Path csv = folder.resolve("deliveries.csv");
        try (RunLink link = RunLinks.open(settings, folder);
                Conversation backEnd = link.startFixed(BackEndProcess.class, folder.resolve("back-end.log"));
                Child mbu = link.startMobile(StartProcess.class, folder.resolve("mbu.log"))) {
            String password = HexFormat.of().toHexDigits(settings.seed());
            RunCertificates certificates = RunCertificates.of(settings, link, work);
            backEnd.say(certificates.backEnd(link, work, csv, IDENTITY, password));
            URI broker = URI.create(backEnd.await("ready", START).string("uri"));
            mbu.say(specification(certificates, link.seenFromMobile(broker).toString(), password));
            long countedFrom = mbu.await("delivered", PATIENCE).integer("nanos", 0, Long.MAX_VALUE);
            backEnd.say("settle " + (starts + 1));
            Object unused = backEnd.await("settled", START);
            link.requireWorking();
            return new StartResult(
                    this, Deliveries.read(csv).sampledBetween(countedFrom, Long.MAX_VALUE), link.report());
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
                .field("starts", starts);
        settings.writeAcknowledgeWithin(json);
        return json.endObject().toString();
    }
}
