package org.banip.app.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MbuState;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.HttpSettings;
import org.banip.server.settings.SettingsReader;
import org.banip.server.tls.KeyMaterial;
import org.banip.server.tls.TlsFiles;
import org.banip.server.tls.TrustedCertificates;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.BrokerCertificates;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that demands certificates of brokers, and brokers in front of it. */
@Timeout(300)
class BrokerCertificateTest {
    private static final String PASSWORD = "correct horse battery staple";
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int UNITS = 1000;
    private static final SensorGroup ECG = SensorGroup.live(
            "ecg", Frequency.ofHz(250), List.of(new Channel("II", "mV", 12, -2048, 2047, -10.24, 10.235)));

    @TempDir
    static Path directory;

    private static DevelopmentAuthority authority;
    private static DevelopmentAuthority other;

    @TempDir
    private Path work;

    private SurrogateHost host;
    private HostServer server;
    private WirelessServiceBroker broker;

    @BeforeAll
    static void makeCertificates() throws Exception {
        authority = DevelopmentAuthority.in(directory.resolve("own"));
        authority.issueServer(List.of("127.0.0.1"), 2, false);
        authority.issueBroker("ward-3", 2, false);
        authority.issueBroker("ward-4", 2, false);
        authority.issueBroker("expired", 0, false);
        authority.issueClient("ban-1", 2, false);
        other = DevelopmentAuthority.in(directory.resolve("other"));
        other.issueBroker("ward-3", 2, false);
    }

    @BeforeEach
    void writePasswords() throws Exception {
        new PasswordFile(work.resolve("passwords")).set("ban-1", PASSWORD.toCharArray(), 4);
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            broker.stop();
        }
        if (server != null) {
            server.close();
            host.close();
        }
    }

    private static Map<String, String> served() {
        return new HashMap<>(Map.of(
                "port",
                "0",
                "health-port",
                "off",
                "certificate-file",
                authority.server().certificate().toString(),
                "private-key-file",
                authority.server().privateKey().orElseThrow().toString()));
    }

    private void startHost(Map<String, String> more) {
        Map<String, String> options = served();
        options.put("store", work.resolve("store.db").toString());
        options.put("keep-alive-millis", "500");
        options.put("broker-ca", authority.certificate().toString());
        options.putAll(more);
        HostSettings settings = new HostSettings(
                SettingsReader.of(HostSettings.TABLE).options(options).read());
        host = SurrogateHost.open(settings);
        server = HostServer.start(host, settings);
    }

    private void startBroker(Map<String, String> more) {
        Map<String, String> options = served();
        options.put("surrogate-host", server.baseUri().toString());
        options.put("host-authorities-file", authority.certificate().toString());
        options.put("password-file", work.resolve("passwords").toString());
        options.putAll(more);
        broker = WirelessServiceBroker.builder(new BrokerSettings(
                        SettingsReader.of(BrokerSettings.TABLE).options(options).read()))
                .start();
    }

    private static Map<String, String> showing(TlsFiles files) {
        return Map.of(
                "host-certificate-file", files.certificate().toString(),
                "host-private-key-file", files.privateKey().orElseThrow().toString());
    }

    private MobileBaseUnit mbu(String uplink) {
        return MobileBaseUnit.builder()
                .broker(broker.uri())
                .credentials(Credentials.basic("ban-1", PASSWORD))
                .ban("ban-1")
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .uplink(uplink)
                .http(HttpSettings.builder()
                        .trustManager(TrustedCertificates.trustManager(authority.certificate()))
                        .build())
                .startTimeout(PATIENCE)
                .start();
    }

    private static void offer(MobileBaseUnit mbu) {
        int[] samples = new int[UNITS];
        for (int i = 0; i < UNITS; i++) {
            samples[i] = i;
        }
        mbu.input("ecg").offerNext(samples);
    }

    private void assertStored(int units) {
        broker.stop();
        server.close();
        host.close();
        try (Store store = JdbcStore.openForReading(work.resolve("store.db"))) {
            StoredRecording stored =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            assertThat(store.interconnects()).hasSize(1);
            assertThat(stored.digest().sets(0)).isEqualTo(units);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "http2", "http3"})
    void aBrokerWithItsCertificateStreamsExactly(String uplink) throws Exception {
        startHost(Map.of());
        startBroker(showing(authority.broker("ward-3")));
        try (MobileBaseUnit mbu = mbu(uplink)) {
            offer(mbu);
            mbu.awaitDelivered(PATIENCE);
        }
        assertStored(UNITS);
    }

    /** An MBU gets no 401 then: its own credentials are right, and with a 401 it would give up. */
    @Test
    void anMbuBehindABrokerWithoutCertificateIsToldThatTheHostIsAway() throws Exception {
        startHost(Map.of());
        startBroker(Map.of());
        try (HeardRefusals log = new HeardRefusals()) {
            HttpClient client = HttpClient.newBuilder().sslContext(tls(null)).build();
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(broker.uri().resolve("interconnects/4f1c2d1e-0000-4000-8000-000000000001"))
                            .DELETE()
                            .header(
                                    "Authorization",
                                    Credentials.basic("ban-1", PASSWORD)
                                            .authorization()
                                            .orElseThrow())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(502);
            assertThat(answer.body())
                    .contains("host-unavailable")
                    .contains("does not accept this broker's credentials");
            assertThat(log.messages())
                    .anyMatch(line -> line.contains("it demands a client certificate of this broker"))
                    .anyMatch(line -> line.contains("a broker from 127.0.0.1 is refused, certificate none"));
        }
    }

    @Test
    void theHostsLogNamesTheCertificateThatWasRefused() throws Exception {
        startHost(Map.of());
        try (HeardRefusals log = new HeardRefusals()) {
            assertRefused(HttpClient.Version.HTTP_2, authority.broker("expired"), "has expired");
            String number =
                    serial(authority.broker("expired")).replace("serial=", "").trim();
            assertThat(log.messages())
                    .anyMatch(line -> line.contains("certificate 'CN=expired' with serial number " + number
                            + ": the certificate of expired has expired"));
        }
    }

    /** Asks the host itself for its load, as a broker does. */
    private HttpResponse<String> ask(HttpClient.Version version, TlsFiles shown, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.baseUri().resolve("interconnects"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newBuilder()
                .version(version)
                .sslContext(tls(shown))
                .build()
                .send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A client that shows its certificate whatever the server wants. */
    private static SSLContext tls(TlsFiles shown) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                shown == null ? null : new KeyManager[] {insistent(shown)},
                new TrustManager[] {TrustedCertificates.trustManager(authority.certificate())},
                null);
        return context;
    }

    private static InsistentKeys insistent(TlsFiles shown) throws Exception {
        KeyStore store = KeyMaterial.read(shown);
        return new InsistentKeys(store, store.aliases().nextElement());
    }

    private void assertRefused(HttpClient.Version version, TlsFiles shown, String why) throws Exception {
        HttpResponse<String> answer = ask(version, shown);
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.body()).contains(why);
        assertThat(answer.headers().allValues("WWW-Authenticate")).contains("ClientCertificate realm=\"BANip\"");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void whoShowsNoRightCertificateIsRefused(HttpClient.Version version) throws Exception {
        Path revoked = Files.writeString(work.resolve("revoked"), serial(authority.broker("ward-4")));
        startHost(Map.of("broker-revoked-file", revoked.toString()));
        assertThat(ask(version, authority.broker("ward-3")).statusCode()).isEqualTo(200);
        assertRefused(version, null, "this host demands a client certificate of brokers");
        assertRefused(
                version,
                other.broker("ward-3"),
                "the certificate of ward-3 is not one for clients that an authority of broker-ca has signed");
        assertRefused(version, authority.broker("expired"), "the certificate of expired has expired");
        assertRefused(version, authority.broker("ward-4"), "the certificate of ward-4 was revoked");
        assertRefused(version, authority.client("ban-1"), "has 0 names of brokers");
        assertRefused(version, authority.server(), "has 0 names of brokers");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void onlyBrokersThatAreNamedAreServed(HttpClient.Version version) throws Exception {
        startHost(Map.of("broker-names", "ward-3, broker.example"));
        assertThat(ask(version, authority.broker("ward-3")).statusCode()).isEqualTo(200);
        assertRefused(version, authority.broker("ward-4"), "has no broker that broker-names allows");
    }

    /** No broker speaks HTTP/3 to its host yet; MBUs that come directly tell what the host's HTTP/3 says. */
    @Test
    void http3DemandsThemAsWell() throws Exception {
        startHost(Map.of());
        assertThat(refusalOverHttp3(null)).contains("this host demands a client certificate of brokers");
        assertThat(refusalOverHttp3(other.broker("ward-3"))).contains("that an authority of broker-ca has signed");
        assertThat(refusalOverHttp3(authority.broker("expired"))).contains("has expired");
        assertThat(refusalOverHttp3(authority.client("ban-1"))).contains("has 0 names of brokers");
        assertThat(refusalOverHttp3(authority.broker("ward-3"))).contains("the header Banip-Identity is missing");
    }

    private String refusalOverHttp3(TlsFiles shown) throws Exception {
        HttpSettings.Builder http =
                HttpSettings.builder().trustManager(TrustedCertificates.trustManager(authority.certificate()));
        if (shown != null) {
            http.keyManager(insistent(shown));
        }
        StringBuilder said = new StringBuilder();
        assertThatThrownBy(() -> MobileBaseUnit.builder()
                        .broker(server.baseUri())
                        .ban("ban-1")
                        .input(ECG)
                        .uplink("http3")
                        .http(http.build())
                        .startTimeout(PATIENCE)
                        .start()
                        .close())
                .isInstanceOfSatisfying(BanipException.class, e -> said.append(e.getMessage()));
        return said.toString();
    }

    @Test
    void aTokenMayBeDemandedAsWell() throws Exception {
        Path token = Files.writeString(work.resolve("token"), TOKEN + "\n");
        startHost(Map.of("broker-token-file", token.toString()));
        HttpClient.Version version = HttpClient.Version.HTTP_2;
        assertRefused(version, null, "this host demands a client certificate of brokers");
        assertThat(ask(version, null, "Authorization", "Bearer " + TOKEN).statusCode())
                .isEqualTo(401);
        HttpResponse<String> withoutToken = ask(version, authority.broker("ward-3"));
        assertThat(withoutToken.statusCode()).isEqualTo(401);
        assertThat(withoutToken.body()).contains("does not bear the broker's token");
        assertThat(ask(version, authority.broker("ward-3"), "Authorization", "Bearer " + TOKEN)
                        .statusCode())
                .isEqualTo(200);
    }

    /** Neither host nor broker is started again. */
    @Test
    void aRevokedCertificateLosesItsStreamsAndANewOneGoesOn() throws Exception {
        Path revoked = Files.writeString(work.resolve("revoked"), "");
        Path trusted = Files.copy(authority.certificate(), work.resolve("brokers.pem"));
        startHost(Map.of("broker-revoked-file", revoked.toString(), "broker-ca", trusted.toString()));
        DevelopmentAuthority next = DevelopmentAuthority.in(work.resolve("next"));
        next.issueBroker("ward-5", 2, false);
        TlsFiles shown = TlsFiles.pem(work.resolve("shown.pem"), work.resolve("shown-key.pem"));
        show(authority.broker("ward-3"), shown);
        startBroker(showing(shown));
        try (MobileBaseUnit mbu = mbu("chunked")) {
            offer(mbu);
            mbu.awaitDelivered(PATIENCE);
            Files.writeString(revoked, serial(shown));
            await().atMost(PATIENCE).until(() -> mbu.status().state() != MbuState.CONNECTED);
            Files.copy(next.certificate(), trusted, StandardCopyOption.REPLACE_EXISTING);
            show(next.broker("ward-5"), shown);
            await().atMost(PATIENCE).until(() -> mbu.status().state() == MbuState.CONNECTED);
            offer(mbu);
            mbu.awaitDelivered(PATIENCE);
            assertThat(mbu.status().link().registrations()).isOne();
        }
        assertStored(2 * UNITS);
    }

    private static void show(TlsFiles from, TlsFiles to) throws Exception {
        Files.copy(from.privateKey().orElseThrow(), to.privateKey().orElseThrow(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(from.certificate(), to.certificate(), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String serial(TlsFiles files) {
        X509Certificate found =
                TrustedCertificates.read(files.certificate(), Optional.empty()).get(0);
        return "serial=" + found.getSerialNumber().toString(16).toUpperCase(Locale.ROOT) + "\n";
    }

    @Test
    void settingsThatWouldDoNothingAreRefused() {
        assertThatThrownBy(() -> HostServerSettings.builder()
                        .access(AccessSettings.LOOPBACK_ONLY.demanding(
                                new BrokerCertificates(authority.certificate(), Optional.empty(), Set.of())))
                        .build())
                .hasMessage("broker-ca needs TLS, in which certificates are shown; set key-store or certificate-file");
        startHost(Map.of());
        assertThatThrownBy(() -> startBroker(Map.of(
                        "host-certificate-file",
                        authority.broker("ward-3").certificate().toString())))
                .hasMessageContaining("does nothing without host-private-key-file");
    }
}
