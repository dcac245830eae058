package org.banip.wsb.jini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jini.core.entry.Entry;
import net.jini.core.lease.Lease;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.awaitility.core.ConditionFactory;
import org.banip.server.settings.Settings;
import org.banip.server.settings.SettingsReader;
import org.banip.server.tls.TestKeys;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.service.HostAtUrl;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.TlsContexts;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.host.FixedHosts;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.KnownHost;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts register with a lookup service, also from processes of their own, and a broker finds them there. */
@Timeout(300)
class LookedUpHostsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Not over while a test runs. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final URI ONE = URI.create("http://127.0.0.1:1/one/");
    private static final URI TWO = URI.create("http://127.0.0.1:1/two/");

    @TempDir
    private Path directory;

    private LookupService lookup;
    private boolean away;

    /** A host's process. */
    static final class Host {
        private Host() {}

        public static void main(String[] arguments) throws Exception {
            Settings settings = SettingsReader.of(HostSettings.TABLE)
                    .options(Map.of(
                            "jini", "true",
                            "jini-locators", arguments[1],
                            "jini-lease-millis", arguments[3],
                            "jini-host-name", "ward",
                            "jini-host-url", arguments[2]))
                    .read();
            RunningHost unused = RunningHost.over(
                    JdbcStore.open(Path.of(arguments[0])), builder -> builder.offer(Settings.class, settings));
            System.out.println("runs");
            Thread.sleep(Duration.ofHours(1).toMillis());
        }
    }

    @BeforeEach
    void startLookup() {
        lookup = LookupService.start(new LookupSettings(Transport.loopback(), 0, List.of("banip"), LONG, 100));
    }

    @AfterEach
    void stopLookup() {
        if (!away) {
            lookup.close();
        }
    }

    private static ConditionFactory patiently(String what) {
        return await(what).atMost(PATIENCE);
    }

    private Process startHost(URI url, Duration lease) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Host.class.getName(),
                        directory
                                .resolve(url.getPath().replace("/", "") + ".db")
                                .toString(),
                        locator(),
                        url.toString(),
                        Long.toString(lease.toMillis()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void awaitRuns(Process host) {
        BufferedReader said = host.inputReader(StandardCharsets.UTF_8);
        assertThat(said.lines().anyMatch(line -> line.equals("runs"))).isTrue();
    }

    private String locator() {
        return "127.0.0.1:" + lookup.port();
    }

    private BrokerSettings settings(Map<String, String> more) throws IOException {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("alice", "alice's password".toCharArray(), 4);
        Map<String, String> options = new HashMap<>(Map.of(
                "host-directory", "jini",
                "jini-locators", locator(),
                "password-file", passwords.toString(),
                "health-port", "off",
                "port", "0"));
        options.putAll(more);
        return new BrokerSettings(
                SettingsReader.of(BrokerSettings.TABLE).options(options).read());
    }

    private static KnownHost known(URI url) {
        return FixedHosts.of(List.of(url, URI.create("http://127.0.0.1:2/")))
                .hosts()
                .get(0);
    }

    @Test
    void hostsComeWhenTheyStartAndGoWithTheirLeaseWhenTheyAreKilled() throws Exception {
        Process one = startHost(ONE, LONG);
        Process two = startHost(TWO, Duration.ofSeconds(3));
        awaitRuns(one);
        awaitRuns(two);
        try (HostDirectory found = found(Duration.ofMillis(1))) {
            patiently("both hosts")
                    .untilAsserted(() -> assertThat(found.hosts()).containsExactlyInAnyOrder(known(ONE), known(TWO)));
            two.destroyForcibly();
            patiently("the end of a lease")
                    .untilAsserted(() -> assertThat(found.hosts()).containsExactly(known(ONE)));
            away = true;
            lookup.close();
            assertThat(found.hosts()).containsExactly(known(ONE));
        } finally {
            one.destroyForcibly().waitFor();
            two.destroyForcibly().waitFor();
        }
    }

    /** Hosts that are kept for this time after a lookup service has named them last. */
    private HostDirectory found(Duration kept) {
        Lookups lookups = new Lookups(
                List.of(LookupAddress.parse(locator())), Transport.loopback(), List.of("192.0.2.7", "ward.example"));
        JvmFilter.installForRiver();
        return LookedUpHosts.open(lookups, Duration.ofMillis(200), kept);
    }

    private Lease register(URI url) throws IOException {
        return lookup.registrar().register(item(url), LONG.toMillis()).getLease();
    }

    private static ServiceItem item(URI url) {
        return new ServiceItem(new ServiceID(1, url.hashCode()), new HostAtUrl("ward", url.toString()), new Entry[0]);
    }

    /** As after a restart of the lookup service: until the host registers again, its MBUs must not be sent to others. */
    @Test
    void hostThatIsNotNamedAnyMoreStaysForAWhile() throws Exception {
        try (HostDirectory patient = found(Duration.ofHours(1));
                HostDirectory impatient = found(Duration.ofMillis(1))) {
            Lease ofOne = register(ONE);
            for (HostDirectory each : List.of(patient, impatient)) {
                patiently("a host").untilAsserted(() -> assertThat(each.hosts()).containsExactly(known(ONE)));
            }
            ofOne.cancel();
            Lease unused = register(TWO);
            patiently("the other host")
                    .untilAsserted(() -> assertThat(impatient.hosts()).containsExactly(known(TWO)));
            patiently("both hosts")
                    .untilAsserted(() -> assertThat(patient.hosts()).contains(known(TWO)));
            assertThat(patient.hosts()).containsExactlyInAnyOrder(known(ONE), known(TWO));
        }
    }

    /** Whoever can register can name any URL; MBUs and the broker's token go to expected machines only. */
    @Test
    void hostOnAMachineThatIsNotAllowedIsLeftOut() throws Exception {
        try (HostDirectory found = found(Duration.ofMillis(1))) {
            for (String url : List.of(
                    "https://198.51.100.9/",
                    "https://evil.example/",
                    "https://ward.example.evil.example/",
                    "https://[2001:db8::1]/",
                    "https://192.0.2.7:8443/",
                    "https://Ward.example/",
                    "http://[::1]:8081/",
                    ONE.toString())) {
                Lease unused = register(URI.create(url));
            }
            patiently("the allowed ones")
                    .untilAsserted(() -> assertThat(found.hosts())
                            .extracting(host -> host.base().toString())
                            .containsExactlyInAnyOrder(
                                    "https://192.0.2.7:8443/",
                                    "https://Ward.example/",
                                    "http://[::1]:8081/",
                                    ONE.toString()));
        }
    }

    @Test
    void machinesOfHostsAreNamesOrAddresses() throws Exception {
        assertThat(Lookups.of(settings(Map.of("jini-host-addresses", "10.0.0.7,ward-3"))
                                .settings())
                        .hostAddresses())
                .containsExactly("10.0.0.7", "ward-3");
        assertThatThrownBy(() -> settings(Map.of("jini-host-addresses", "https://10.0.0.7/")))
                .hasMessageContaining("jini-host-addresses");
    }

    @Test
    void hostsOfTheListAreThereAsWell() throws Exception {
        Lease unused = register(ONE);
        try (HostDirectory found = settings(Map.of("surrogate-host", "fixed=" + TWO))
                .configuration()
                .hosts()
                .directory()
                .get()) {
            patiently("the host of the lookup service")
                    .until(() -> found.hosts().size() == 2);
            assertThat(found.hosts().get(0).id()).isEqualTo("fixed");
            assertThat(found.hosts().get(1)).isEqualTo(known(ONE));
        }
    }

    @Test
    void brokerBeginsWithoutHostsAndRelaysWhenOneIsFound() throws Exception {
        try (RunningHost host = RunningHost.over(JdbcStore.open(directory.resolve("real.db")));
                WirelessServiceBroker broker =
                        WirelessServiceBroker.builder(settings(Map.of())).start()) {
            assertThat(data(broker.uri())).isEqualTo("502 host-unavailable");
            Lease unused = register(host.base());
            // The broker reaches the host, which does not know the session.
            patiently("the host")
                    .untilAsserted(() -> assertThat(data(broker.uri(), FixedHosts.nameOf(host.base())))
                            .isEqualTo("404 unknown-interconnect"));
        }
    }

    private static String data(URI broker) throws IOException {
        return data(broker, "00000000");
    }

    private static String data(URI broker, String host) throws IOException {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.request(
                    "DELETE", "interconnects/" + Mbu.newSession() + "~" + host, Mbu.basic("alice", "alice's password"));
            HttpWire.Head head = mbu.readHead();
            return head.status() + " " + mbu.readBody(head).replaceAll(".*\"error\":\"([a-z-]+)\".*", "$1");
        }
    }

    @Test
    void lookupServiceIsAskedByTlsWithCertificatesOnBothSides() throws Exception {
        Path keys = TestKeys.make(directory.resolve("keys.p12"), "EC", "ward");
        Path password = Files.writeString(directory.resolve("password"), TestKeys.PASSWORD);
        byte[] certificate = KeyStore.getInstance(keys.toFile(), TestKeys.PASSWORD.toCharArray())
                .getCertificate("server")
                .getEncoded();
        Path trusted = Files.writeString(
                directory.resolve("trusted.pem"),
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate)
                        + "\n-----END CERTIFICATE-----\n");
        Transport tls =
                new Transport("127.0.0.1", 64, Optional.of(TlsContexts.of(keys, TestKeys.PASSWORD, trusted, "")));
        try (LookupService secured = LookupService.start(new LookupSettings(tls, 0, List.of("banip"), LONG, 100))) {
            secured.registrar().register(item(ONE), LONG.toMillis());
            Map<String, String> at = Map.of("jini-locators", "127.0.0.1:" + secured.port());
            try (HostDirectory plain = directory(settings(at))) {
                assertThat(plain.hosts()).isEmpty();
                patiently("a refusal")
                        .untilAsserted(
                                () -> assertThat(secured.refusedConnections()).isPositive());
            }
            Map<String, String> with = new HashMap<>(at);
            with.put("jini-key-store", keys.toString());
            with.put("jini-key-store-password-file", password.toString());
            with.put("jini-trust-store", trusted.toString());
            try (HostDirectory found = directory(settings(with))) {
                patiently("the host")
                        .untilAsserted(() -> assertThat(found.hosts()).containsExactly(known(ONE)));
            }
        } finally {
            Transport.loopback().connectReceived();
        }
    }

    private static HostDirectory directory(BrokerSettings settings) {
        return settings.configuration().hosts().directory().get();
    }

    @Test
    void lookupServiceOfAnotherMachineNeedsTls() throws Exception {
        Map<String, String> elsewhere = Map.of("jini-locators", "192.0.2.7:4160");
        BrokerSettings plain = settings(elsewhere);
        assertThatThrownBy(() -> plain.configuration().hosts().directory().get())
                .hasMessageContaining("192.0.2.7:4160, which is no loopback address, and needs TLS (jini-key-store)");
        Path keys = Files.createFile(directory.resolve("keys.p12"));
        BrokerSettings part = settings(Map.of("jini-key-store", keys.toString()));
        assertThatThrownBy(() -> part.configuration().hosts().directory().get())
                .hasMessageContaining("needs jini-key-store-password-file as well");
    }
}
