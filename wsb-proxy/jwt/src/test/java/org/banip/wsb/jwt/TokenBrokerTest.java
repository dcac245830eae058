package org.banip.wsb.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.server.settings.SettingsReader;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.contract.HttpWire;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.contract.TestHost.Connection;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that takes tokens, over real sockets. */
@Timeout(240)
class TokenBrokerTest {
    @TempDir
    private Path directory;

    private TestHost host;
    private WirelessServiceBroker broker;
    private HttpServer server;

    /** What the issuer's server answers, and how often it was asked. */
    private volatile String published = "";

    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void begin() throws IOException {
        host = new TestHost();
    }

    @AfterEach
    void end() throws IOException {
        if (broker != null) {
            broker.stop();
        }
        if (server != null) {
            server.stop(0);
        }
        host.close();
        HttpWire.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("banip-wsb")));
    }

    private void start(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "port",
                "0",
                "surrogate-host",
                host.uri().toString(),
                "jwt-audience",
                Issuer.AUDIENCE,
                "recheck-millis",
                "100"));
        options.putAll(more);
        broker = WirelessServiceBroker.builder(new BrokerSettings(
                        SettingsReader.of(BrokerSettings.TABLE).options(options).read()))
                .start();
    }

    private URI publish(HttpServer made) throws IOException {
        server = made;
        server.createContext("/keys", exchange -> {
            asked.incrementAndGet();
            byte[] set = published.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(set.length == 0 ? 503 : 200, set.length == 0 ? -1 : set.length);
            exchange.getResponseBody().write(set);
            exchange.close();
        });
        server.start();
        String scheme = made instanceof HttpsServer ? "https" : "http";
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort() + "/keys");
    }

    private static InetSocketAddress free() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static String bearer(Issuer issuer, String name) throws Exception {
        return "Authorization: Bearer "
                + issuer.token(
                        Issuer.claims(name, Instant.now()).jwtID("t-" + name).build());
    }

    private void assertTaken(String credentials, String name) throws Exception {
        try (Mbu mbu = Mbu.connect(broker.uri())) {
            Connection reverse = openReverse(mbu, credentials);
            assertThat(reverse).isNotNull();
            assertThat(lastIdentity).isEqualTo(name);
        }
    }

    private String lastIdentity = "";

    private Connection openReverse(Mbu mbu, String credentials) throws Exception {
        mbu.openReverse(Mbu.newSession(), credentials);
        Connection reverse = host.nextConnection();
        lastIdentity = reverse.readHead().fields().get("banip-identity");
        reverse.answerStream();
        assertThat(mbu.readHead().status()).isEqualTo(200);
        return reverse;
    }

    @Test
    void keysOfAFileAreReadAgain() throws Exception {
        Issuer first = Issuer.ed25519("first");
        Issuer second = Issuer.p256("second");
        Path keys = Files.writeString(directory.resolve("keys.json"), Issuer.set(first));
        start(Map.of("jwt-keys", keys.toString()));
        assertTaken(bearer(first, "ban-1"), "ban-1");
        try (Mbu open = Mbu.connect(broker.uri());
                Mbu other = Mbu.connect(broker.uri())) {
            openReverse(open, bearer(first, "ban-1"));
            Files.writeString(keys, Issuer.set(first, second));
            assertTakenSoon(bearer(second, "ban-2"), "ban-2");
            Connection others = openReverse(other, bearer(second, "ban-2"));
            Files.writeString(keys, Issuer.set(second));
            assertThat(open.isAtEnd()).isTrue();
            others.writeChunk(new byte[5]);
            assertThat(other.readChunked(5)).hasSize(5);
        }
        try (Mbu late = Mbu.connect(broker.uri())) {
            late.openReverse("x", bearer(first, "ban-1"));
            HttpWire.Head head = late.readHead();
            assertThat(head.status()).isEqualTo(401);
            assertThat(head.fields()).containsEntry("www-authenticate", "Bearer realm=\"BANip\"");
            assertThat(late.readBody(head)).contains("key or algorithm that is unknown here");
        }
    }

    @Test
    void aRevokedTokenLosesItsStreams() throws Exception {
        Issuer issuer = Issuer.rsa("first", 2048);
        Path keys = Files.writeString(directory.resolve("keys.json"), Issuer.set(issuer));
        Path revoked = Files.writeString(directory.resolve("revoked"), "");
        start(Map.of("jwt-keys", keys.toString(), "jwt-revoked-file", revoked.toString()));
        try (Mbu up = Mbu.connect(broker.uri());
                Mbu other = Mbu.connect(broker.uri())) {
            up.openData("x", bearer(issuer, "ban-1"));
            up.writeChunk(new byte[9]);
            Connection data = host.nextConnection();
            data.readHead();
            data.readChunked(9);
            Connection others = openReverse(other, bearer(issuer, "ban-2"));
            Files.writeString(revoked, "jti t-ban-1\n");
            assertThat(up.readRefusal()).isEqualTo("401 unauthenticated");
            others.writeChunk(new byte[5]);
            assertThat(other.readChunked(5)).hasSize(5);
        }
    }

    @Test
    void keysOfAnHttpsServerAreFetchedAndANewKeyAtOnce() throws Exception {
        Path store = TestKeys.make(directory.resolve("issuer.p12"), "EC", "localhost");
        HttpsServer https = HttpsServer.create(free(), 0);
        https.setHttpsConfigurator(
                new HttpsConfigurator(ReloadingTls.context(TlsFiles.keyStore(store, TestKeys.PASSWORD))));
        URI url = publish(https);
        Issuer first = Issuer.ed25519("first");
        Issuer second = Issuer.ed25519("second");
        published = Issuer.set(first);
        start(Map.of(
                "jwt-keys", url.toString(),
                "jwt-keys-authorities-file", certificate(store).toString(),
                "jwt-refresh-millis", "3600000"));
        assertTakenSoon(bearer(first, "ban-1"), "ban-1");
        published = Issuer.set(first, second);
        assertTaken(bearer(second, "ban-2"), "ban-2");
        int before = asked.get();
        try (Mbu forger = Mbu.connect(broker.uri())) {
            for (int i = 0; i < 5; i++) {
                forger.openReverse("x", bearer(Issuer.ed25519("third-" + i), "ban-1"));
                assertThat(forger.readRefusal()).isEqualTo("401 unauthenticated");
            }
        }
        assertThat(asked.get() - before).as("a flood asks the issuer once").isLessThanOrEqualTo(1);
    }

    @Test
    void anIssuerThatIsAwayKeepsNobodyOut() throws Exception {
        URI url = publish(HttpServer.create(free(), 0));
        Issuer issuer = Issuer.p256("first");
        start(Map.of("jwt-keys", url.toString(), "jwt-refresh-millis", "1000"));
        try (Mbu early = Mbu.connect(broker.uri())) {
            early.openReverse("x", bearer(issuer, "ban-1"));
            assertThat(early.readRefusal()).isEqualTo("503 limit-reached");
        }
        published = Issuer.set(issuer);
        assertTakenSoon(bearer(issuer, "ban-1"), "ban-1");
        published = "";
        int seen = asked.get();
        HttpWire.await().until(() -> asked.get() > seen + 1);
        assertTaken(bearer(issuer, "ban-2"), "ban-2");
    }

    private void assertTakenSoon(String credentials, String name) throws Exception {
        HttpWire.await().untilAsserted(() -> {
            try (Mbu mbu = Mbu.connect(broker.uri())) {
                mbu.request("PUT", "nothing", credentials);
                // With right credentials that is the fault.
                assertThat(mbu.readRefusal()).isEqualTo("400 malformed-request");
            }
        });
        assertTaken(credentials, name);
    }

    private Path certificate(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance(store.toFile(), TestKeys.PASSWORD.toCharArray());
        byte[] encoded = keys.getCertificate(keys.aliases().nextElement()).getEncoded();
        return Files.writeString(
                directory.resolve("issuer.pem"),
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(encoded)
                        + "\n-----END CERTIFICATE-----\n");
    }

    @Test
    void settingsThatWouldBeUnsafeAreRefused() throws Exception {
        Path keys = Files.writeString(directory.resolve("keys.json"), Issuer.set(Issuer.p256("one")));
        assertThatThrownBy(() -> start(Map.of("jwt-keys", "http://issuer.example/keys")))
                .hasMessageContaining("setting jwt-keys is 'http://issuer.example/keys'");
        assertThatThrownBy(() -> new BrokerSettings(SettingsReader.of(BrokerSettings.TABLE)
                                .options(Map.of("jwt-keys", keys.toString()))
                                .read())
                        .configuration())
                .hasMessageContaining("jwt-keys needs jwt-audience");
        for (String ignored : List.of("jwt-audience", "jwt-revoked-file", "jwt-refresh-millis")) {
            String value = ignored.equals("jwt-revoked-file") ? keys.toString() : "1000";
            assertThatThrownBy(() -> new BrokerSettings(SettingsReader.of(BrokerSettings.TABLE)
                                    .options(Map.of("password-file", "passwords", ignored, value))
                                    .read())
                            .configuration())
                    .hasMessageContaining(
                            "setting " + ignored + " (option --" + ignored + ") does nothing without jwt-keys");
        }
        Files.writeString(keys, "{}");
        assertThatThrownBy(() -> start(Map.of("jwt-keys", keys.toString()))).hasMessageContaining("keys.json");
    }
}
