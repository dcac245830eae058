package org.banip.app.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.app.watch.HostViewer;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.mbu.MbuState;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.server.tls.TlsFiles;
import org.banip.server.tls.TrustedCertificates;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What an MBU, a viewer and a broker say when TLS does not come about, and that it comes about otherwise. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class TlsMessagesTest {
    private static final String PASSWORD = "correct horse battery staple";

    @TempDir
    static Path directory;

    private static DevelopmentAuthority authority;
    private static Path otherAuthority;

    @TempDir
    private Path work;

    private final List<AutoCloseable> started = new ArrayList<>();
    private int stores;

    @BeforeAll
    static void makeCertificates() throws Exception {
        authority = DevelopmentAuthority.in(directory.resolve("own"));
        authority.issueServer(List.of("127.0.0.1"), 2, false);
        otherAuthority = DevelopmentAuthority.in(directory.resolve("other")).certificate();
        new PasswordFile(directory.resolve("passwords")).set("ban-1", PASSWORD.toCharArray(), 4);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = started.size() - 1; i >= 0; i--) {
            started.get(i).close();
        }
    }

    private URI host(Optional<TlsFiles> tls) {
        SurrogateHost host = SurrogateHost.builder(JdbcStore.open(work.resolve("store" + stores++ + ".db")))
                .build();
        started.add(host);
        HostServerSettings.Builder settings = HostServerSettings.builder();
        tls.ifPresent(settings::tls);
        HostServer server = HostServer.start(host, settings.build());
        started.add(server);
        return server.baseUri();
    }

    private URI broker(URI host, Path trusted) {
        WirelessServiceBroker broker = WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(host)
                        .hostAuthorities(trusted)
                        .passwordFile(directory.resolve("passwords"))
                        .build())
                .tls(authority.server())
                .start();
        started.add(broker);
        return broker.uri();
    }

    private static MobileBaseUnitBuilder mbu(URI base, Path trusted) {
        SensorGroup ecg = SensorGroup.live(
                "ecg", Frequency.ofHz(250), List.of(new Channel("II", "mV", 12, -2048, 2047, -10.24, 10.235)));
        return MobileBaseUnit.builder()
                .broker(base)
                .credentials(Credentials.basic("ban-1", PASSWORD))
                .ban("ban-1")
                .input(ecg)
                .http(HttpSettings.builder()
                        .sslContext(TrustedCertificates.client(trusted))
                        .build())
                .closeTimeout(Duration.ofMillis(10))
                .startTimeout(Duration.ofSeconds(5));
    }

    /** What the MBU says when it cannot register; each try of it fails in the same way. */
    private static void assertMbuSays(URI base, Path trusted, String words) {
        assertThatThrownBy(() -> mbu(base, trusted).start())
                .isInstanceOf(BanipException.class)
                .hasMessageContaining(words);
    }

    private static void assertViewerSays(URI base, Path trusted, String words) {
        HostViewer viewer = new HostViewer(base, Optional.empty(), Optional.of(TrustedCertificates.client(trusted)));
        assertThatThrownBy(viewer::surrogates)
                .isInstanceOf(BanipException.class)
                .hasMessageContaining(words);
    }

    private static void assertBothSay(URI base, Path trusted, String words) {
        assertMbuSays(base, trusted, words);
        assertViewerSays(base, trusted, words);
    }

    /** A certificate of the same authority, with other names or another time. */
    private static TlsFiles certificate(String folder, String names, String... dates) throws Exception {
        Path certificate = directory.resolve(folder + ".pem");
        Path key = directory.resolve(folder + "-key.pem");
        try (Keytool keytool = new Keytool()) {
            keytool.put("ca", authority.own());
            List<String> more = new ArrayList<>(List.of("-signer", "ca", "-ext", "san=" + names));
            more.addAll(List.of(dates));
            Keytool.Entry made = keytool.make("server", "server", 2, more);
            PemFile.certificate(certificate, made.certificate().getEncoded(), false);
            PemFile.key(key, made.key().getEncoded(), false);
        }
        return TlsFiles.pem(certificate, key);
    }

    private static X509Certificate read(String folder) throws Exception {
        try (InputStream in = Files.newInputStream(directory.resolve(folder + ".pem"))) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    @Test
    void allPartsTalkTlsToThoseThatTrustTheAuthority() throws Exception {
        URI host = host(Optional.of(authority.server()));
        try (MobileBaseUnit mbu = mbu(broker(host, authority.certificate()), authority.certificate())
                .startTimeout(Duration.ofMinutes(1))
                .start()) {
            assertThat(mbu.status().state()).isNotEqualTo(MbuState.REGISTERING);
            HostViewer viewer = new HostViewer(
                    host, Optional.empty(), Optional.of(TrustedCertificates.client(authority.certificate())));
            assertThat(viewer.surrogates()).hasSize(1);
        }
    }

    @Test
    void unknownAuthorityIsNamedWithTheOptionThatHelps() {
        URI host = host(Optional.of(authority.server()));
        assertBothSay(host, otherAuthority, "no authority that is trusted here has signed its certificate");
        assertViewerSays(host, otherAuthority, "; --trust FILE names one");
    }

    @Test
    void wrongNameIsNamed() throws Exception {
        URI host = host(Optional.of(certificate("wrong-name", "dns:other.example,ip:10.9.9.9")));
        assertBothSay(host, authority.certificate(), "its certificate is for another name (");
    }

    @Test
    void expiredCertificateIsNamed() throws Exception {
        TlsFiles expired = certificate("expired", "ip:127.0.0.1", "-startdate", "-9d", "-validity", "3");
        Instant end = read("expired").getNotAfter().toInstant();
        assertBothSay(host(Optional.of(expired)), authority.certificate(), "its certificate has expired at " + end);
    }

    @Test
    void certificateOfTheFutureIsNamed() throws Exception {
        TlsFiles future = certificate("future", "ip:127.0.0.1", "-startdate", "+3d", "-validity", "3");
        Instant begin = read("future").getNotBefore().toInstant();
        assertBothSay(
                host(Optional.of(future)),
                authority.certificate(),
                "its certificate is not valid yet, but from " + begin + "; is the clock right?");
    }

    @Test
    void tlsToAPlainPortIsNamed() {
        URI plain = host(Optional.empty());
        URI secure = URI.create("https://127.0.0.1:" + plain.getPort() + "/");
        assertMbuSays(secure, authority.certificate(), "no TLS is spoken at " + secure + "; is it http://?");
        assertViewerSays(secure, authority.certificate(), "it does not speak TLS; is it http://?");
    }

    @Test
    void plainHttpToATlsPortIsNamed() {
        URI secure = host(Optional.of(authority.server()));
        URI plain = URI.create("http://127.0.0.1:" + secure.getPort() + "/");
        assertBothSay(plain, authority.certificate(), "an answer; is it https://?");
    }

    @Test
    void brokerSaysWhyItDoesNotReachItsHost() throws Exception {
        URI secure = host(Optional.of(authority.server()));
        assertMbuSays(
                broker(secure, otherAuthority),
                authority.certificate(),
                "the broker's connection to the surrogate host broke: no authority that is trusted here has signed its"
                        + " certificate");
        URI plain = URI.create("http://127.0.0.1:" + secure.getPort() + "/");
        assertMbuSays(
                broker(plain, authority.certificate()),
                authority.certificate(),
                "the broker's connection to the surrogate host broke: it does not answer in HTTP; is it https://?");
        URI noTls = URI.create("https://127.0.0.1:" + host(Optional.empty()).getPort() + "/");
        assertMbuSays(
                broker(noTls, authority.certificate()),
                authority.certificate(),
                "the broker's connection to the surrogate host broke: it does not speak TLS; is it http://?");
    }
}
