package org.banip.surrogate.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.banip.core.testing.ReservedPort;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.people.PeopleFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of a log-in at a provider, over HTTP, with right answers and wrong ones. */
class OidcLogInTest {
    @TempDir
    private Path directory;

    private ReservedPort port;
    private IssuingServer provider;
    private LogInHost host;
    private final SimpleBrowser browser = new SimpleBrowser();

    @BeforeEach
    void start() throws Exception {
        port = new ReservedPort();
        provider = new IssuingServer(port.number());
        host = LogInHost.start(directory, provider.issuer(), Map.of());
    }

    @AfterEach
    void stop() throws IOException {
        host.close();
        provider.close();
        port.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return browser.get(host.base().resolve(path));
    }

    /** Begins at the host, and goes to the provider; returns with what the provider sends the browser back. */
    private URI back() throws Exception {
        return SimpleBrowser.next(browser.get(SimpleBrowser.next(get("/oidc"))));
    }

    private HttpResponse<String> logIn() throws Exception {
        return browser.get(back());
    }

    private static String error(HttpResponse<String> page) {
        return page.body().replaceAll("(?s).*role=\"alert\" *>([^<]*)<.*", "$1");
    }

    @Test
    void aMemberOfAGroupLogsInAndOut() throws Exception {
        assertThat(get("/login").body()).contains("href=\"oidc\" >Log in with your organisation's account<");
        HttpResponse<String> begun = get("/oidc");
        assertThat(begun.statusCode()).isEqualTo(303);
        assertThat(SimpleBrowser.set(begun, "banip-oidc"))
                .singleElement()
                .satisfies(cookie -> assertThat(cookie)
                        .matches("banip-oidc=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=600"));
        Map<String, String> asked =
                IssuingServer.fields(SimpleBrowser.next(begun).getRawQuery());
        assertThat(asked)
                .containsEntry("redirect_uri", host.base().resolve("/oidc").toString())
                .containsEntry("scope", "openid");
        assertThat(List.of(asked.get("state"), asked.get("nonce"), asked.get("code_challenge")))
                .doesNotHaveDuplicates()
                .allMatch(value -> value.length() == 43);

        HttpResponse<String> done = browser.get(SimpleBrowser.next(browser.get(SimpleBrowser.next(begun))));
        assertThat(done.statusCode()).isEqualTo(303);
        assertThat(SimpleBrowser.next(done)).isEqualTo(host.base().resolve("/"));
        assertThat(SimpleBrowser.set(done, "banip"))
                .singleElement()
                .satisfies(cookie ->
                        assertThat(cookie).matches("banip=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict"));
        assertThat(SimpleBrowser.set(done, "banip-oidc"))
                .singleElement()
                .satisfies(cookie -> assertThat(cookie).contains("Max-Age=0"));

        String who = get("/who").body();
        assertThat(who).contains("\"name\":\"anna\"", "\"export\"").doesNotContain("operate");
        assertThat(get("/surrogates").statusCode()).isEqualTo(200);
        assertThat(get("/recordings/ward4-1").statusCode()).isEqualTo(403);
        String key = who.replaceAll(".*\"key\":\"([^\"]*)\".*", "$1");
        assertThat(browser.send(
                                "POST",
                                host.base().resolve("/logout"),
                                "application/x-www-form-urlencoded",
                                "key=" + key)
                        .statusCode())
                .isEqualTo(303);
        assertThat(get("/surrogates").statusCode()).isEqualTo(401);
        await().untilAsserted(() -> assertThat(Files.readString(directory.resolve("audit/audit-000001.jsonl")))
                .contains("\"who\":\"anna\",\"by\":\"oidc\""));
    }

    @Test
    void aLogInEndsWhenTheFileGrantsNothingAnyMore() throws Exception {
        assertThat(logIn().statusCode()).isEqualTo(303);
        assertThat(get("/surrogates").statusCode()).isEqualTo(200);
        PeopleFile file = new PeopleFile(directory.resolve("viewers"));
        file.setExternal("anna", false, LogInHost.rights("exporter", "*"));
        await().untilAsserted(() -> assertThat(get("/surrogates").statusCode()).isEqualTo(403));
        file.remove("anna");
        file.remove("cardiology");
        await().untilAsserted(() -> assertThat(get("/surrogates").statusCode()).isEqualTo(401));
        HttpResponse<String> again = logIn();
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(error(again)).isEqualTo("Anna has no role at this host");
        assertThat(SimpleBrowser.set(again, "banip")).isEmpty();
    }

    /** A person may choose any name at the provider. That does not give the rights of a local person with the same name and a password. */
    @Test
    void aNameWithAPasswordHereIsNotTakenFromTheProvider() throws Exception {
        new PeopleFile(directory.resolve("viewers"))
                .setPassword("anna", "seven green apples".toCharArray(), 4, LogInHost.rights("operator", "*"));
        await().untilAsserted(() -> assertThat(logIn().statusCode()).isEqualTo(403));
    }

    @Test
    void answersThatAreNotOfThisBrowsersAttemptAreRefused() throws Exception {
        Map<String, UnaryOperator<String>> wrong = new LinkedHashMap<>();
        wrong.put("is not of the log-in that this browser began last", right -> right.replaceAll("state=.", "state="));
        wrong.put("is not of the log-in", right -> right + "&" + right.replaceAll(".*&(state=.*)", "$1"));
        wrong.put("of another identity provider", right -> right + "&iss=https://other.example");
        wrong.put("has no code", right -> right.replaceAll("code=[^&]*&", ""));
        wrong.put("did not log you in: access_denied", right -> right.replaceAll("code=[^&]*", "error=access_denied"));
        wrong.put("did not log you in: no reason", right -> right.replaceAll("code=[^&]*", "error=%3Cb%3E"));
        for (Map.Entry<String, UnaryOperator<String>> each : wrong.entrySet()) {
            HttpResponse<String> answer = browser.get(URI.create(each.getValue().apply(back().toString())));
            assertThat(error(answer)).contains(each.getKey());
            assertThat(SimpleBrowser.set(answer, "banip")).isEmpty();
        }
        URI right = back();
        HttpResponse<String> elsewhere = new SimpleBrowser().get(right);
        assertThat(elsewhere.statusCode()).isEqualTo(403);
        assertThat(error(elsewhere)).contains("was begun in another browser");
        assertThat(browser.get(right).statusCode()).isEqualTo(303);
        assertThat(error(browser.get(right))).as("the same answer again").contains("was begun in another browser");
    }

    /** RFC 9207, section 2.4. */
    @Test
    void anAnswerWithoutIssuerIsRefusedIfTheProviderNamesItself() throws Exception {
        provider.namingItself();
        HttpResponse<String> answer = browser.get(URI.create(back().toString().replaceAll("&iss=[^&]*", "")));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(error(answer)).contains("does not name its identity provider");
        assertThat(SimpleBrowser.set(answer, "banip")).isEmpty();
        assertThat(provider.askedForTokens()).isZero();
        assertThat(logIn().statusCode()).isEqualTo(303);
    }

    /** Nobody has to be logged in for the first of these. */
    @Test
    void malformedQueriesAreRefused() throws Exception {
        assertThat(logIn().statusCode()).isEqualTo(303);
        try (HeardLog log = new HeardLog()) {
            assertThat(statusLine("/oidc?a=%zz")).contains(" 400 ");
            for (String path : List.of("/oidc?a=", "/recordings/ward3-1?format=")) {
                HttpResponse<String> answer = get(path + "%C3%28");
                assertThat(answer.statusCode()).as(path).isEqualTo(400);
                assertThat(answer.body()).as(path).contains("malformed-request", "the query must be UTF-8");
            }
            assertThat(log.errors()).isEmpty();
        }
    }

    /** An address that no client of Java would send. */
    private String statusLine(String path) throws IOException {
        URI base = host.base();
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: " + base.getAuthority()
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("nothing");
        }
    }

    /** Anybody can choose the cookie, and what follows from it. */
    @Test
    void answersThatAreMadeUpAreLimited() throws Exception {
        HttpClient attacker = HttpClient.newHttpClient();
        HttpRequest request = madeUp();
        HttpResponse<String> answer;
        int sent = 0;
        int asked;
        do {
            asked = provider.askedForTokens();
            answer = attacker.send(request, HttpResponse.BodyHandlers.ofString());
            sent++;
        } while (answer.statusCode() == 401 && sent < 1000);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(sent).isGreaterThan(100);
        assertThat(error(answer)).contains("Too many log-ins from this address proved nobody");
        assertThat(provider.askedForTokens())
                .as("nobody was asked about the last one")
                .isEqualTo(asked);
    }

    private HttpRequest madeUp() {
        String secret = "a".repeat(43);
        return HttpRequest.newBuilder(host.base().resolve("/oidc?code=a&state=" + new Attempt(secret).state()))
                .header("Cookie", "banip-oidc=" + secret)
                .build();
    }

    /** Answers of one address that wait for the provider leave places to the others. */
    @Test
    void oneAddressDoesNotTakeAllPlaces() throws Exception {
        CompletableFuture<?> release = new CompletableFuture<>();
        provider.holding(release);
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        try {
            HttpClient client = HttpClient.newHttpClient();
            CompletableFuture<HttpResponse<String>> refused = new CompletableFuture<>();
            for (int i = 0; i < 9; i++) {
                CompletableFuture<HttpResponse<String>> answer =
                        client.sendAsync(madeUp(), HttpResponse.BodyHandlers.ofString());
                waiting.add(answer);
                var unused = answer.thenAccept(refused::complete);
            }
            assertThat(refused.get(1, TimeUnit.MINUTES))
                    .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(503))
                    .satisfies(
                            answer -> assertThat(error(answer))
                                    .isEqualTo(
                                            "More than 8 log-ins from this address wait for the identity provider, try again later"));
            assertThat(SimpleBrowser.status(host.base().resolve("/oidc"), "127.0.0.2"))
                    .isEqualTo(303);
        } finally {
            release.complete(null);
        }
        for (CompletableFuture<HttpResponse<String>> answer : waiting) {
            assertThat(answer.get(1, TimeUnit.MINUTES).statusCode()).isIn(401, 502, 503);
        }
        assertThat(get("/oidc").statusCode()).as("the places are free again").isEqualTo(303);
    }

    @Test
    void aSecretThatTheProviderDoesNotTakeIsToldOnce() throws Exception {
        host.close();
        host = LogInHost.start(directory, provider.issuer(), Map.of("secret", "another one"));
        try (HeardLog log = new HeardLog()) {
            for (int tries = 0; tries < 3; tries++) {
                HttpResponse<String> answer = logIn();
                assertThat(answer.statusCode()).isEqualTo(502);
                assertThat(error(answer))
                        .isEqualTo("The identity provider does not answer as it should, the host's log says why");
            }
            assertThat(log.errors())
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains("status 401, error invalid_client"));
        }
    }

    /** An attacker's code in a victim's browser: the provider sees that another browser began the attempt. */
    @Test
    void aCodeOfAnotherAttemptIsRefused() throws Exception {
        SimpleBrowser attacker = new SimpleBrowser();
        URI attackers = SimpleBrowser.next(
                attacker.get(SimpleBrowser.next(attacker.get(host.base().resolve("/oidc")))));
        String code = IssuingServer.fields(attackers.getRawQuery()).get("code");
        HttpResponse<String> answer =
                browser.get(URI.create(back().toString().replaceAll("code=[^&]*", "code=" + code)));
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(error(answer)).contains("does not take its code");
        assertThat(SimpleBrowser.set(answer, "banip")).isEmpty();
    }

    @Test
    void wrongTokensProveNobody() throws Exception {
        try (HeardLog log = new HeardLog()) {
            wrongTokensAreTold(log);
        }
    }

    private void wrongTokensAreTold(HeardLog log) throws Exception {
        Date past = Date.from(Instant.now().minusSeconds(600));
        Date future = Date.from(Instant.now().plusSeconds(600));
        Map<String, UnaryOperator<JWTClaimsSet.Builder>> wrong = new LinkedHashMap<>();
        wrong.put("JWT nonce claim value rejected", claims -> claims.claim("nonce", "other"));
        wrong.put("JWT missing required claims: [nonce]", claims -> claims.claim("nonce", null));
        wrong.put("JWT iss claim value rejected", claims -> claims.issuer("https://other.example"));
        wrong.put("JWT aud claim rejected", claims -> claims.audience("other"));
        wrong.put("issued to another client (azp)", claims -> claims.audience(List.of(IssuingServer.CLIENT, "other")));
        wrong.put("it was issued to another client (azp)", claims -> claims.claim("azp", "other"));
        wrong.put("Expired JWT", claims -> claims.issueTime(past).expirationTime(past));
        wrong.put("JWT missing required claims: [exp]", claims -> claims.expirationTime(null));
        wrong.put("from the future", claims -> claims.issueTime(future));
        wrong.put("JWT before use time", claims -> claims.notBeforeTime(future));
        wrong.put("JWT missing required claims: [sub]", claims -> claims.subject(null));
        wrong.put("the claim sub of the provider's ID token is no name", claims -> claims.subject("anna|17"));
        for (Map.Entry<String, UnaryOperator<JWTClaimsSet.Builder>> each : wrong.entrySet()) {
            provider.claiming(each.getValue());
            refused(log, each.getKey());
        }
        provider.claiming(claims -> claims);
        RSAKey another = IssuingServer.key("key-1"); // takes long, so it is made before somebody waits for an answer
        Map<String, Function<JWTClaimsSet, String>> signers = new LinkedHashMap<>();
        signers.put("Unsecured (plain) JWTs are rejected", claims -> new PlainJWT(claims).serialize());
        signers.put("Another algorithm expected, or no matching key(s) found", OidcLogInTest::authenticated);
        signers.put("Invalid signature", claims -> IssuingServer.signed(claims, another));
        signers.put("Signed JWT rejected: Invalid signature", claims -> damaged(provider.signed(claims)));
        signers.put("Invalid JWT serialization", claims -> "token");
        for (Map.Entry<String, Function<JWTClaimsSet, String>> each : signers.entrySet()) {
            provider.signing(each.getValue());
            refused(log, each.getKey());
        }
        provider.signing(provider::signed);
        assertThat(logIn().statusCode()).as("right again").isEqualTo(303);
    }

    /** The browser is not told why; the log is. */
    private void refused(HeardLog log, String what) throws Exception {
        int before = log.messages().size();
        HttpResponse<String> answer = logIn();
        assertThat(log.messages().subList(before, log.messages().size()))
                .filteredOn(line -> line.contains("proved nobody"))
                .singleElement()
                .satisfies(line -> assertThat(line).contains(what));
        assertThat(answer.statusCode()).as(what).isEqualTo(401);
        assertThat(error(answer)).as(what).startsWith("The ");
        assertThat(SimpleBrowser.set(answer, "banip")).as(what).isEmpty();
    }

    private static String authenticated(JWTClaimsSet claims) {
        try {
            byte[] secret = Arrays.copyOf(IssuingServer.SECRET.getBytes(StandardCharsets.UTF_8), 32);
            SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
            token.sign(new MACSigner(secret));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String damaged(String token) {
        int place = token.lastIndexOf('.') + 10;
        return token.substring(0, place) + (token.charAt(place) == 'A' ? 'B' : 'A') + token.substring(place + 1);
    }

    @Test
    void aProviderThatIsAwayIsToldAndUsedWhenItIsBack() throws Exception {
        provider.close();
        HttpResponse<String> answer = get("/oidc");
        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(error(answer))
                .contains("Log-in at the identity provider is not possible now", "the host's log says why");
        provider = new IssuingServer(port.number());
        await().until(() -> get("/oidc").statusCode() == 303);
        assertThat(logIn().statusCode()).isEqualTo(303);
    }
}
