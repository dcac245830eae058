package org.banip.measure.cpi.process;

import java.io.IOException;
import java.nio.file.Path;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/**
 * A surrogate host, its broker and a live subscriber, until the command to end. Specification: {@code address}, {@code folder},
 * {@code identity}, {@code password}, {@code deliveries}. Words: {@code settle UNITS} (wait until the subscriber has that number), {@code end}.
 */
public final class BackEndProcess {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int BCRYPT_COST = 4;
    private static final long QUEUE_BYTES = 64 << 20;
    private static final long PROGRESS_MILLIS = 500;
    private static final long SETTLE_MILLIS = 15_000;
    private static final String SETTLE = "settle ";

    private final Console console;
    private final JsonObject specification;
    private final DeliveryTap tap = new DeliveryTap();

    private BackEndProcess(Console console, JsonObject specification) {
        this.console = console;
        this.specification = specification;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        new BackEndProcess(console, console.specification()).run();
        System.exit(0);
    }

    private Path folder() {
        return Path.of(specification.string("folder"));
    }

    private void run() throws InterruptedException, IOException {
        Path store = folder().resolve("store.db");
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(store))
                        .quotas(QuotaSettings.UNBOUNDED)
                        .build();
                HostServer server = HostServer.start(
                        host, HostServerSettings.builder().address(LOOPBACK, 0).build());
                WirelessServiceBroker broker = broker(server)) {
            host.subscribe("cpi", QUEUE_BYTES, tap);
            console.say(Console.event("ready").field("uri", broker.uri().toString()));
            serve();
        }
        reportStored(store);
    }

    private WirelessServiceBroker broker(HostServer server) {
        Path passwords = folder().resolve("passwords");
        new PasswordFile(passwords)
                .set(
                        specification.string("identity"),
                        specification.string("password").toCharArray(),
                        BCRYPT_COST);
        return WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(server.baseUri())
                        .passwordFile(passwords)
                        .build())
                .listen(specification.string("address"), 0)
                .allowPlainText()
                .start();
    }

    private void serve() throws InterruptedException, IOException {
        while (true) {
            String word = console.hear(PROGRESS_MILLIS);
            if (word == null) {
                console.say(
                        Console.event("progress").field("units", tap.units()).field("bytes", tap.bytes()));
            } else if (word.startsWith(SETTLE)) {
                settle(Long.parseLong(word.substring(SETTLE.length())));
            } else {
                return;
            }
        }
    }

    /** What is stored is on its way to the subscriber, or was left out. */
    private void settle(long units) throws InterruptedException, IOException {
        long until = System.nanoTime() + SETTLE_MILLIS * 1_000_000;
        while (tap.units() + tap.missed() < units && System.nanoTime() < until) {
            Thread.sleep(5);
        }
        tap.write(Path.of(specification.string("deliveries")));
        JsonWriter event = Console.event("settled").field("units", tap.units()).field("missed", tap.missed());
        console.say(event.field("digest", tap.digest().map(SensorSetDigest::hex).orElse("")));
    }

    private void reportStored(Path file) {
        Transcoders known = Transcoders.installed();
        JsonWriter event = Console.event("stored");
        try (Store store = JdbcStore.openForReading(file)) {
            if (store.interconnects().isEmpty()) {
                console.say(event.field("digest", "").field("gaps", 0).field("damaged", 0));
                return;
            }
            InterconnectRecord record = store.interconnects().get(0);
            StoredRecording recording = new StoredRecording(store, record, known);
            StoredSets sets = new StoredSets(new SensorSetDigest(record.ban()));
            for (int group = 0; group < recording.groups().size(); group++) {
                sets.group = group;
                recording.read(group, sets);
            }
            console.say(event.field("digest", sets.digest.hex())
                    .field("gaps", sets.gaps)
                    .field("damaged", sets.damaged));
        }
    }

    private static final class StoredSets implements RecordingVisitor {
        private final SensorSetDigest digest;
        private int group;
        private long gaps;
        private long damaged;

        StoredSets(SensorSetDigest digest) {
            this.digest = digest;
        }

        @Override
        public void sets(Block block) {
            digest.update(group, block);
        }

        @Override
        public void gap(Gap gap) {
            gaps++;
        }

        @Override
        public void damaged(BanipException cause) {
            damaged++;
        }
    }
}
