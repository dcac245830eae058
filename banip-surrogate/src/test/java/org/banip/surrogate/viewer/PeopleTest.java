package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.contract.StandalonePeople;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/** Named viewers of a host that listens by itself. */
class PeopleTest extends StandalonePeople {
    private static final String SHARED = "viewer-token-0123456789";
    private static final Pattern KEY = Pattern.compile("name=\"key\" value=\"([^\"]+)\"");

    @Override
    protected HostServerSettings listening() {
        return HostServerSettings.builder()
                .access(new AccessSettings(Optional.empty(), Optional.of(SHARED)))
                .build();
    }

    /** The token that viewers shared before people were named is a viewer of all BANs, and no more. */
    @Test
    void sharedTokenStaysAViewer() throws IOException {
        Map<String, String> shared = Map.of("Authorization", "Bearer " + SHARED);
        assertThat(ask("surrogates", shared).status()).isEqualTo(200);
        assertThat(ask("recordings", shared).error()).isEqualTo("forbidden");
    }

    @Test
    void aPersonWhoIsRemovedLosesTheStreamThatIsOpen() throws IOException {
        TestMbu mbu = new TestMbu(base());
        mbu.register();
        try (EventWire live = new EventWire(base(), "surrogates/" + mbu.session() + "/live", basic("vera", PASSWORD))) {
            live.next("appeared");
            new PeopleFile(file()).remove("vera");
            await().untilAsserted(() -> assertThat(
                            ask("surrogates", basic("vera", PASSWORD)).status())
                    .isEqualTo(401));
            live.awaitEnd();
        }
    }

    @Test
    void onePersonDoesNotTakeTheLiveViewsOfOthers() throws Exception {
        TestMbu mbu = new TestMbu(base());
        mbu.register();
        String path = "surrogates/" + mbu.session() + "/live";
        List<EventWire> views = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                views.add(new EventWire(base(), path, basic("vera", PASSWORD)));
            }
            WireAnswer refused = ask(path, basic("vera", PASSWORD));
            assertThat(refused.error()).isEqualTo("limit-reached");
            assertThat(refused.message())
                    .contains("16 live views of vera are open already, limit 16 for each person, 64 for all");
            try (EventWire other = new EventWire(base(), path, basic("clara", PASSWORD))) {
                other.next("appeared");
            }
        } finally {
            for (EventWire view : views) {
                view.close();
            }
        }
        await().untilAsserted(() -> {
            try (EventWire again = new EventWire(base(), path, basic("vera", PASSWORD))) {
                assertThat(again.head().status()).isEqualTo(200);
            }
        });
    }

    @Test
    void guessesAreLimited() throws IOException {
        for (int guess = 0; guess < 11; guess++) {
            assertThat(ask("surrogates", basic("vera", "guess " + guess)).status())
                    .isEqualTo(401);
        }
        WireAnswer refused = ask("surrogates", basic("vera", PASSWORD));
        assertThat(refused.error()).isEqualTo("limit-reached");
        assertThat(refused.message()).contains("too many wrong passwords");
        assertThat(ask("surrogates", basic("clara", PASSWORD)).status()).isEqualTo(200);
    }

    @Test
    void passwordsAreNotTakenThroughAForwarderWithoutTls() throws IOException {
        Map<String, String> forwarded =
                Map.of("Authorization", basic("vera", PASSWORD).get("Authorization"), "X-Forwarded-For", "192.0.2.7");
        assertThat(ask("surrogates", forwarded).message()).contains("passwords are taken over TLS");
        assertThat(ask("login", Map.of("X-Forwarded-For", "192.0.2.7")).text())
                .contains("Passwords are taken over TLS");
    }

    @Test
    void overTlsTheCookieIsTheHostsAlone() throws Exception {
        Path keys = directory.resolve("keys.p12");
        TestKeys.make(keys, "EC", "localhost");
        stop();
        start(HostServerSettings.builder()
                .tls(TlsFiles.keyStore(keys, TestKeys.PASSWORD))
                .build());
        HttpClient client = HttpClient.newBuilder().sslContext(trusting(keys)).build();
        URI logIn = URI.create("https://localhost:" + base().getPort() + "/login");
        HttpResponse<String> page =
                client.send(HttpRequest.newBuilder(logIn).build(), HttpResponse.BodyHandlers.ofString());
        Matcher key = KEY.matcher(page.body());
        assertThat(key.find()).isTrue();
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(logIn)
                        .header("Cookie", "__Host-banip-form=" + key.group(1))
                        .header("Origin", "https://localhost:" + base().getPort())
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "name=vera&password=seven+green+apples&key=" + key.group(1)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(303);
        String cookie = answer.headers().allValues("Set-Cookie").stream()
                .filter(header -> header.startsWith("__Host-banip="))
                .findFirst()
                .orElseThrow();
        assertThat(cookie).matches("__Host-banip=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure");
        HttpRequest list = HttpRequest.newBuilder(logIn.resolve("surrogates"))
                .header("Cookie", cookie.substring(0, cookie.indexOf(';')))
                .build();
        assertThat(client.send(list, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
    }

    private static SSLContext trusting(Path file) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore keys = KeyStore.getInstance(file.toFile(), TestKeys.PASSWORD.toCharArray());
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        for (String alias : Collections.list(keys.aliases())) {
            certificates.setCertificateEntry(alias, keys.getCertificate(alias));
        }
        trust.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private WireAnswer ask(String path, Map<String, String> headers) throws IOException {
        try (HttpWire wire = new HttpWire(base(), headers)) {
            return wire.exchange("GET", path);
        }
    }
}
