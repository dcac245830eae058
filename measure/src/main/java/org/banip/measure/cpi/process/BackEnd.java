package org.banip.measure.cpi.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonWriter;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.server.tls.TlsFiles;
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
 * A surrogate host, its broker and a live subscriber, until the command to end. Words: {@code settle UNITS} (wait until the subscriber has that
 * number), {@code end}. One thread.
 */
final class BackEnd {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int BCRYPT_COST = 4;
    private static final long QUEUE_BYTES = 64 << 20;
    private static final Duration SETTLE = Duration.ofSeconds(15);
    private static final String SETTLE_WORD = "settle ";

    private final Console console;
    private final Place place;
    private final DeliveryTap tap;
    private final Output output;

    /**
     * Where it works.
     *
     * @param address on which the broker listens
     * @param port of the broker, 0 for any free one
     * @param tls the broker's certificate; empty for plain HTTP
     * @param folder for its files; whoever starts it deletes them
     * @param progress how often it reports what was delivered
     */
    record Place(String address, int port, Optional<TlsFiles> tls, Path folder, Duration progress) {}

    /** Takes the instants of delivery of all sensor sets. */
    interface Output {
        /** Takes them; {@code settled} may get fields about it. */
        void take(DeliveryTap tap, JsonWriter settled) throws IOException;

        /** Runs after the event was said. */
        default void rest() {}
    }

    BackEnd(Console console, Place place, LongSupplier epochNanos, Output output) {
        this.console = console;
        this.place = place;
        this.output = output;
        tap = new DeliveryTap(epochNanos);
    }

    /**
     * Runs it.
     *
     * @param identity the MBU's name, and its BAN's
     */
    void run(String identity, String password) throws InterruptedException, IOException {
        long duplicates;
        Path store = place.folder().resolve("store.db");
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(store))
                        .quotas(QuotaSettings.UNBOUNDED)
                        .build();
                HostServer server = HostServer.start(
                        host, HostServerSettings.builder().address(LOOPBACK, 0).build());
                WirelessServiceBroker broker = broker(server, identity, password)) {
            host.subscribe("cpi", QUEUE_BYTES, tap);
            console.say(Console.event("ready")
                    .field("uri", broker.uri().toString())
                    .field("host", server.baseUri().toString()));
            serve();
            duplicates = host.statistics().duplicates();
        }
        reportStored(store, duplicates);
    }

    private WirelessServiceBroker broker(HostServer server, String identity, String password) {
        Path passwords = place.folder().resolve("passwords");
        new PasswordFile(passwords).set(identity, password.toCharArray(), BCRYPT_COST);
        WirelessServiceBroker.Builder builder = WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(server.baseUri())
                        .passwordFile(passwords)
                        .build())
                .listen(place.address(), place.port())
                .allowPlainText();
        place.tls().ifPresent(builder::tls);
        return builder.start();
    }

    private void serve() throws InterruptedException, IOException {
        while (true) {
            String word = console.hear(place.progress().toMillis());
            if (word == null) {
                console.say(
                        Console.event("progress").field("units", tap.units()).field("bytes", tap.bytes()));
            } else if (word.startsWith(SETTLE_WORD)) {
                settle(Long.parseLong(word.substring(SETTLE_WORD.length())));
            } else {
                return;
            }
        }
    }

    /** What is stored is on its way to the subscriber, or was left out. */
    private void settle(long units) throws InterruptedException, IOException {
        boolean unused = tap.awaitUnits(units, SETTLE);
        JsonWriter event = Console.event("settled").field("units", tap.units()).field("missed", tap.missed());
        output.take(
                tap,
                event.field("digest", tap.digest().map(SensorSetDigest::hex).orElse("")));
        console.say(event);
        output.rest();
    }

    /** What the store has, and how many packets had come before. */
    private void reportStored(Path file, long duplicates) {
        Transcoders known = Transcoders.installed();
        JsonWriter event = Console.event("stored").field("duplicates", duplicates);
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
