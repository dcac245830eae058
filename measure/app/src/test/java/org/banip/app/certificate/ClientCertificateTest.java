package org.banip.app.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.MbuState;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.HttpSettings;
import org.banip.server.settings.SettingsReader;
import org.banip.server.tls.KeyMaterial;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;
import org.banip.server.tls.TrustedCertificates;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.wsb.LogIn;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MBUs that log in with certificates, through a broker with TLS to a host. */
@Timeout(300)
class ClientCertificateTest {
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
        authority.issueClient("ban-1", 2, false);
        authority.issueClient("gateway@ward_3", 2, false);
        other = DevelopmentAuthority.in(directory.resolve("other"));
        other.issueClient("ban-1", 2, false);
    }

    @BeforeEach
    void start() {
        host = SurrogateHost.builder(JdbcStore.open(work.resolve("store.db"))).build();
        server = HostServer.start(host, HostServerSettings.builder().build());
    }

    private void startBroker(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "port", "0",
                "health-port", "off",
                "recheck-millis", "100",
                "surrogate-host", server.baseUri().toString(),
                "certificate-file", authority.server().certificate().toString(),
                "private-key-file",
                        authority.server().privateKey().orElseThrow().toString(),
                "client-ca", authority.certificate().toString()));
        options.putAll(more);
        broker = WirelessServiceBroker.builder(new BrokerSettings(
                        SettingsReader.of(BrokerSettings.TABLE).options(options).read()))
                .start();
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            broker.stop();
        }
        server.close();
        host.close();
    }

    private MobileBaseUnitBuilder mbu(String ban, String uplink, Optional<TlsFiles> certificate) {
        HttpSettings.Builder http =
                HttpSettings.builder().trustManager(TrustedCertificates.trustManager(authority.certificate()));
        certificate.map(ReloadingTls::keys).ifPresent(http::keyManager);
        return MobileBaseUnit.builder()
                .broker(broker.uri())
                .ban(ban)
                .input(ECG)
                .uplink(uplink)
                .http(http.build())
                .closeTimeout(Duration.ofMillis(10))
                .startTimeout(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"per-request", "chunked", "duplex", "http2", "http3"})
    void theCertificateNamesTheUser(String uplink) {
        startBroker(Map.of());
        for (int again = 0; again < 2; again++) {
            try (MobileBaseUnit mbu =
                    mbu("ban-1", uplink, Optional.of(authority.client("ban-1"))).start()) {
                assertThat(mbu.status().link().registrations()).isOne();
            }
        }
        assertThat(broker.counters().logIns(LogIn.ACCEPTED)).isPositive();
        assertThat(broker.counters().logIns(LogIn.MISSING)).isZero();
        assertThat(assertRefused(mbu("ban-2", uplink, Optional.of(authority.client("ban-1"))), ErrorCode.FORBIDDEN))
                .startsWith("BAN ban-2 with a certificate at " + broker.uri());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "http2", "http3"})
    void otherCertificatesAndNoneAreRefused(String uplink) {
        startBroker(Map.of());
        assertRefused(mbu("ban-1", uplink, Optional.empty()), ErrorCode.UNAUTHENTICATED);
        assertThat(broker.counters().logIns(LogIn.ACCEPTED)).isZero();
        TlsFiles forServers = authority.server();
        assertThat(assertRefused(mbu("ban-1", uplink, Optional.of(forServers)), ErrorCode.UNAUTHENTICATED))
                .isNotEmpty();
        assertThat(broker.counters().logIns(LogIn.ACCEPTED)).isZero();
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        startBroker(Map.of());
        // A client that shows its certificate whatever the server wants.
        KeyStore store = KeyMaterial.read(other.client("ban-1"));
        String alias = store.aliases().nextElement();
        X509Certificate forged = (X509Certificate) store.getCertificate(alias);
        assertThat(forged.getSubjectAlternativeNames()).hasSize(1);
        HttpSettings http = HttpSettings.builder()
                .trustManager(TrustedCertificates.trustManager(authority.certificate()))
                .keyManager(new InsistentKeys(store, alias))
                .build();
        assertThat(assertRefused(mbu("ban-1", "chunked", Optional.empty()).http(http), ErrorCode.UNAUTHENTICATED))
                .contains("is not one for clients that an authority of client-ca has signed");
    }

    private static String assertRefused(MobileBaseUnitBuilder mbu, ErrorCode code) {
        String[] message = new String[1];
        assertThatThrownBy(() -> mbu.start().close()).isInstanceOfSatisfying(BanipException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            message[0] = e.getMessage();
        });
        return message[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "http2", "http3"})
    void aRevokedCertificateLosesItsStreams(String uplink) throws Exception {
        Path revoked = Files.writeString(work.resolve("revoked"), "");
        Path grants = Files.writeString(work.resolve("grants"), "*: *\n");
        startBroker(Map.of("client-revoked-file", revoked.toString(), "grants-file", grants.toString()));
        try (MobileBaseUnit lost = mbu("ban-1", uplink, Optional.of(authority.client("ban-1")))
                        .start();
                MobileBaseUnit kept = mbu("ban-2", uplink, Optional.of(authority.client("gateway@ward_3")))
                        .start()) {
            await().atMost(Duration.ofMinutes(1)).until(() -> broker.counters().active() >= 2);
            revoke(revoked, authority.client("ban-1").certificate());
            await().atMost(Duration.ofMinutes(1)).until(() -> broker.counters().revoked() > 0);
            await().atMost(Duration.ofMinutes(2)).until(() -> lost.status().state() != MbuState.CONNECTED);
            assertThat(kept.status().link().resumes()).isZero();
            assertThat(kept.status().link().registrations()).isOne();
        }
    }

    /** If the session of the first connection were resumed, the broker would still see the first certificate. */
    @ParameterizedTest
    @ValueSource(strings = {"chunked", "http2", "http3"})
    void aNewCertificateCountsForTheNextConnection(String uplink) throws Exception {
        Path revoked = Files.writeString(work.resolve("revoked"), "");
        Path grants = Files.writeString(work.resolve("grants"), "*: *\n");
        startBroker(Map.of("client-revoked-file", revoked.toString(), "grants-file", grants.toString()));
        authority.issueClient("renewed", 2, true);
        HttpSettings http = HttpSettings.builder()
                .trustManager(TrustedCertificates.trustManager(authority.certificate()))
                .keyManager(ReloadingTls.keys(authority.client("renewed")))
                .build();
        mbu("ban-5", uplink, Optional.empty()).http(http).start().close();
        revoke(revoked, authority.client("renewed").certificate());
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            MobileBaseUnitBuilder again = mbu("ban-5", uplink, Optional.empty()).http(http);
            assertRefused(again, ErrorCode.UNAUTHENTICATED);
        });
        authority.issueClient("renewed", 2, true);
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptionsInstanceOf(BanipException.class)
                .until(() -> {
                    mbu("ban-5", uplink, Optional.empty()).http(http).start().close();
                    return true;
                });
    }

    private static void revoke(Path file, Path certificate) throws IOException {
        X509Certificate found =
                TrustedCertificates.read(certificate, Optional.empty()).get(0);
        Files.writeString(
                file, "serial=" + found.getSerialNumber().toString(16).toUpperCase(java.util.Locale.ROOT) + "\n");
    }

    @Test
    void withoutTlsThereAreNoCertificates() {
        assertThatThrownBy(() -> WirelessServiceBroker.builder(new BrokerSettings(SettingsReader.of(
                                        BrokerSettings.TABLE)
                                .options(Map.of(
                                        "port", "0",
                                        "health-port", "off",
                                        "client-ca", authority.certificate().toString()))
                                .read()))
                        .start())
                .hasMessageContaining("client-ca needs TLS");
    }
}
