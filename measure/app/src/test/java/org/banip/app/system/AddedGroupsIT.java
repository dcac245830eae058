package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.server.tls.TrustedCertificates;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.PostgresServer;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups are added to a session (docs/protocol.md, section 3.8) over HTTP/2 and HTTP/3, over two paths, and while another host takes over. */
@Timeout(600)
class AddedGroupsIT {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String PASSWORD = "a good password";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int ADDED = 6;
    private static final int TAKE_OVERS = Math.max(1, Integer.getInteger("banip.faults.rounds", 6) / 6);
    private static final int LONGEST_WAIT_NANOS = 40_000_000;
    private static final List<Channel> NUMBER = List.of(new Channel("number", "", 31, 0, Integer.MAX_VALUE, 0, 1));

    @TempDir
    Path directory;

    /** Numbers from 0 on in all groups, of which the first is there from the beginning. */
    private static final class Numbers {
        private final MobileBaseUnit mbu;
        private final List<SensorInput> inputs = new ArrayList<>();
        private final List<Integer> offered = new ArrayList<>();

        Numbers(MobileBaseUnit mbu) {
            this.mbu = mbu;
            inputs.add(mbu.input("g0"));
            offered.add(0);
        }

        /** Adds a group. */
        void add() {
            inputs.add(mbu.addGroup(group(inputs.size())).input());
            offered.add(0);
        }

        /** A number more in each group. */
        void offer() {
            for (int i = 0; i < inputs.size(); i++) {
                int number = offered.get(i);
                assertThat(inputs.get(i).offerNext(number)).isEqualTo(OfferOutcome.ACCEPTED);
                offered.set(i, number + 1);
            }
        }

        /** Offers until all that was offered of all groups before is acknowledged. */
        void offerUntilStored() {
            List<Integer> before = List.copyOf(offered);
            await().atMost(PATIENCE).until(() -> {
                offer();
                for (int i = 0; i < before.size(); i++) {
                    if (mbu.status().groups().get(i).unitsAcknowledged() < before.get(i)) {
                        return false;
                    }
                }
                return true;
            });
        }
    }

    private static SensorGroup group(int number) {
        return SensorGroup.live("g" + number, Frequency.ofHz(100 + number), NUMBER);
    }

    private static MobileBaseUnitBuilder mbu(URI broker) {
        return MobileBaseUnit.builder()
                .broker(broker)
                .credentials(Credentials.basic("ban-17", PASSWORD))
                .ban("ban-17")
                .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(200)))
                .input(group(0))
                .closeTimeout(PATIENCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http2", "http3"})
    void byOneConnectionOfSeveralStreams(String uplink) throws Exception {
        DevelopmentAuthority authority = DevelopmentAuthority.in(directory.resolve("authority"));
        authority.issueServer(List.of(LOOPBACK), 2, false);
        HttpSettings trusting = HttpSettings.builder()
                .trustManager(TrustedCertificates.trustManager(authority.certificate()))
                .build();
        List<Integer> offered;
        try (SurrogateHost surrogates = host();
                HostServer host = HostServer.start(surrogates, HostServerSettings.loopback());
                WirelessServiceBroker broker = broker(Optional.of(authority), host.baseUri());
                MobileBaseUnit mbu =
                        mbu(broker.uri()).uplink(uplink).http(trusting).start()) {
            Numbers numbers = new Numbers(mbu);
            for (int i = 0; i < ADDED; i++) {
                numbers.offer();
                numbers.add();
                numbers.offer();
            }
            numbers.offerUntilStored();
            mbu.awaitDelivered(PATIENCE);
            offered = numbers.offered;
        }
        assertStored(directory.resolve("store.db").toString(), "", offered);
    }

    /** While one path or the other is held up, so that data of a group come by a path that its registration did not take. */
    @Test
    void byTwoPathsOfWhichOneIsHeldUp() throws Exception {
        List<InetAddress> addresses = List.of(InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.3"));
        List<Integer> offered;
        try (SurrogateHost surrogates = host();
                HostServer host = HostServer.start(surrogates, HostServerSettings.loopback());
                WirelessServiceBroker broker = broker(Optional.empty(), host.baseUri());
                TwoNetworks networks = new TwoNetworks(broker.uri());
                MobileBaseUnit mbu = mbu(networks.base())
                        .path(PathSettings.named("one").localAddress(addresses.get(0)))
                        .path(PathSettings.named("two").localAddress(addresses.get(1)))
                        .start()) {
            Numbers numbers = new Numbers(mbu);
            for (int i = 0; i < ADDED; i++) {
                InetAddress held = addresses.get(i % 2);
                if (i % 3 > 0) {
                    networks.hold(held);
                }
                numbers.offer();
                numbers.add();
                numbers.offer();
                if (i % 3 == 2) {
                    numbers.offerUntilStored(); // by the other path
                }
                networks.release(held);
            }
            numbers.offerUntilStored();
            mbu.awaitDelivered(PATIENCE);
            offered = numbers.offered;
            assertThat(mbu.status().link().registrations()).isPositive();
            assertThat(List.of(networks.bytesUp(addresses.get(0)), networks.bytesUp(addresses.get(1))))
                    .allMatch(bytes -> bytes > 0);
        }
        assertStored(directory.resolve("store.db").toString(), "", offered);
    }

    /** The host that has the session is killed in a moment around an addition. The other one goes on, with the group or without, and adds it then. */
    @Test
    void whileAnotherHostOfTheDatabaseTakesOver() throws Exception {
        long seed = System.nanoTime();
        System.out.println("AddedGroupsIT seed " + seed);
        Random random = new Random(seed);
        try (PostgresServer database = PostgresServer.start()) {
            database.createDatabase("ward");
            List<Integer> offered;
            List<BanipProcess> hosts = new ArrayList<>();
            try (Socket one = reserved();
                    Socket two = reserved()) {
                List<URI> urls = new ArrayList<>();
                for (Socket socket : List.of(one, two)) {
                    hosts.add(host(database, socket.getLocalPort()));
                    urls.add(hosts.get(hosts.size() - 1).awaitReady()); // the first one makes the schema
                }
                try (WirelessServiceBroker broker = broker(Optional.empty(), urls.get(0), urls.get(1));
                        MobileBaseUnit mbu = mbu(broker.uri()).start()) {
                    offered = takeOver(mbu, database, hosts, urls, random);
                }
            } finally {
                hosts.forEach(BanipProcess::close);
            }
            assertStored(database.url("ward"), database.user(), offered);
        }
    }

    private List<Integer> takeOver(
            MobileBaseUnit mbu, PostgresServer database, List<BanipProcess> hosts, List<URI> urls, Random random)
            throws Exception {
        Numbers numbers = new Numbers(mbu);
        for (int round = 0; round < TAKE_OVERS; round++) {
            numbers.offerUntilStored();
            int having = interconnects(urls.get(0)) > 0 ? 0 : 1;
            numbers.add();
            LockSupport.parkNanos(random.nextInt(LONGEST_WAIT_NANOS));
            hosts.get(having).kill();
            numbers.offer();
            numbers.add();
            numbers.offerUntilStored();
            assertThat(interconnects(urls.get(1 - having))).isOne();
            hosts.set(having, host(database, urls.get(having).getPort()));
            hosts.get(having).awaitReady();
            numbers.add();
        }
        numbers.offerUntilStored();
        mbu.awaitDelivered(PATIENCE);
        return numbers.offered;
    }

    /** Bound but never listening, so that nobody else gets the port while the host is away. */
    private static Socket reserved() throws IOException {
        Socket socket = new Socket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    private SurrogateHost host() {
        return SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                .transcoders(Transcoders.installed())
                .build();
    }

    private BanipProcess host(PostgresServer database, int port) throws IOException {
        return BanipProcess.start(
                directory,
                "host",
                "--port",
                "" + port,
                "--health-port",
                "off",
                "--store",
                database.url("ward"),
                "--store-user",
                database.user());
    }

    private WirelessServiceBroker broker(Optional<DevelopmentAuthority> authority, URI... hosts) {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("ban-17", PASSWORD.toCharArray(), 4);
        BrokerConfiguration.Builder configuration =
                BrokerConfiguration.builder().passwordFile(passwords);
        for (URI host : hosts) {
            configuration.surrogateHost(host);
        }
        WirelessServiceBroker.Builder broker = WirelessServiceBroker.builder()
                .configuration(configuration.build())
                .listen(LOOPBACK, 0);
        authority.ifPresent(known -> broker.tls(known.server()));
        return broker.start();
    }

    /** The number of interconnects that a host has, as it tells brokers. */
    private static long interconnects(URI host) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) host.resolve("interconnects").toURL().openConnection();
        connection.setReadTimeout((int) PATIENCE.toMillis());
        String load = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return JsonObject.parse(load).integer("interconnects", 0, Integer.MAX_VALUE);
    }

    private static void assertStored(String url, String user, List<Integer> offered) {
        try (Store store =
                user.isEmpty() ? JdbcStore.openForReading(Path.of(url)) : JdbcStore.openForReading(url, user, "")) {
            assertThat(store.interconnects()).as("one session").hasSize(1);
            StoredRecording recording =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            assertThat(recording.groups()).hasSameSizeAs(offered);
            for (int group = 0; group < offered.size(); group++) {
                assertThat(recording.groups().get(group)).isEqualTo(group(group));
                SampleLayout layout = new SampleLayout(recording.groups().get(group));
                List<Integer> numbers = new ArrayList<>();
                recording.read(group, new RecordingVisitor() {
                    @Override
                    public void sets(Block block) {
                        for (int at = 0; at < block.length(); at += layout.setBytes()) {
                            numbers.add(layout.read(block.bytes(), at, 0));
                        }
                    }

                    @Override
                    public void gap(Gap gap) {
                        throw new AssertionError("a gap: " + gap);
                    }
                });
                assertThat(numbers).as("group %s", group).hasSize(offered.get(group));
                for (int i = 0; i < numbers.size(); i++) {
                    assertThat(numbers.get(i)).as("group %s", group).isEqualTo(i);
                }
            }
        }
    }
}
