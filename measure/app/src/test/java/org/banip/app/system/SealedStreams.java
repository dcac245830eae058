package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.seal.SealKeys;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** MBU, broker and host with a sealed chain, one after the other over the same spool and store. */
abstract class SealedStreams {
    static final Duration PATIENCE = Duration.ofMinutes(2);
    static final String BAN = "ban-17";
    static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 16, -32768, 32767, -10, 10)));
    static final String PASSWORD = "correct horse";
    static final int UNITS = 1_000;
    /** What a packet of the first units has in plain text. */
    static final String PLAIN = "abcdefghijklmnopqrstuvwxyz";

    static final String PACKETS = "packetizer(units=50,hold=0)";

    @TempDir
    Path directory;

    Path folder;
    Path file;
    SealKeys keys;
    String key = "";

    @BeforeEach
    void makeKey() throws IOException {
        folder = directory.resolve("keys");
        file = directory.resolve("banip.db");
        keys = new SealKeys(folder);
        key = keys.make();
        new PasswordFile(directory.resolve("passwords")).set(BAN, PASSWORD.toCharArray(), 4);
    }

    static String sealed(String key) {
        return PACKETS + "|seal(to=" + key + ",key=1s)";
    }

    SurrogateHost host(Transcoders transcoders) {
        return SurrogateHost.builder(JdbcStore.open(file))
                .transcoders(transcoders)
                .build();
    }

    WirelessServiceBroker broker(URI host) {
        return WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(host)
                        .passwordFile(directory.resolve("passwords"))
                        .build())
                .listen("127.0.0.1", 0)
                .start();
    }

    /** An MBU whose spool is a directory; one that is closed before all is stored leaves the rest there. */
    MobileBaseUnit mbu(URI broker, String chain) {
        return MobileBaseUnit.builder()
                .broker(broker)
                .credentials(Credentials.basic(BAN, PASSWORD))
                .ban(BAN)
                .chain(chain)
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .spool(directory.resolve("spool"), Duration.ZERO)
                .deregisterOnClose(false)
                .startTimeout(Duration.ZERO)
                .closeTimeout(Duration.ofMillis(100))
                .start();
    }

    static void offer(MobileBaseUnit mbu) {
        int[] samples = new int[UNITS];
        for (int i = 0; i < UNITS; i++) {
            int at = 2 * i % PLAIN.length();
            samples[i] = PLAIN.charAt(at) | PLAIN.charAt(at + 1) << 8;
        }
        assertThat(mbu.input("ecg").offerNext(samples)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    /** Streams the same samples twice, with a host and a broker of their own each time. */
    void stream(String chain, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (SurrogateHost host = host(Transcoders.installed().withKeys(folder));
                    HostServer server = HostServer.start(host, HostServerSettings.loopback());
                    WirelessServiceBroker broker = broker(server.baseUri());
                    MobileBaseUnit mbu = mbu(broker.uri(), chain)) {
                offer(mbu);
                mbu.awaitDelivered(PATIENCE);
            }
        }
    }

    boolean plainTextIn(String begin) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path one : all.filter(Files::isRegularFile).toList()) {
                boolean meant = directory.relativize(one).toString().startsWith(begin);
                if (meant && new String(Files.readAllBytes(one), StandardCharsets.ISO_8859_1).contains(PLAIN)) {
                    return true;
                }
            }
        }
        return false;
    }

    interface Reading {
        void read(Store store, List<InterconnectRecord> sessions);
    }

    void read(Reading reading) {
        try (Store store = JdbcStore.openForReading(file)) {
            reading.read(store, store.interconnects());
        }
    }
}
