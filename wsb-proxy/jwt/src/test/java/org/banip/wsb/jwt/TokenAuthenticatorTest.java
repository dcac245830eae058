package org.banip.wsb.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Identity;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenAuthenticatorTest {
    private static Issuer ed25519;
    private static Issuer p256;
    private static Issuer rsa;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-27T08:00:00Z"));
    private final AtomicReference<KeySet> keys = new AtomicReference<>();
    private final AtomicReference<Revoked> revoked = new AtomicReference<>(Revoked.NONE);
    private final TokenAuthenticator authenticator = authenticator(Optional.of("https://issuer.example"), "sub");

    @TempDir
    private Path directory;

    @BeforeAll
    static void makeKeys() throws Exception {
        ed25519 = Issuer.ed25519("one");
        p256 = Issuer.p256("two");
        rsa = Issuer.rsa("three", 2048);
    }

    private TokenAuthenticator authenticator(Optional<String> issuer, String nameClaim) {
        keys.compareAndSet(null, KeySet.parse(Issuer.set(ed25519, p256, rsa), "test"));
        TokenSettings settings = new TokenSettings(
                "keys",
                "option --jwt-keys",
                Optional.empty(),
                Duration.ofSeconds(30),
                Issuer.AUDIENCE,
                issuer,
                nameClaim,
                Duration.ofSeconds(30),
                Optional.empty());
        return new TokenAuthenticator(settings, keys::get, revoked::get, now::get);
    }

    private JWTClaimsSet.Builder claims() {
        return Issuer.claims("ban-1", now.get())
                .issuer("https://issuer.example")
                .jwtID("token-7");
    }

    private Authentication show(String token) {
        return authenticator
                .authenticate(new AuthenticationRequest(Optional.of("bearer " + token), List.of(), "192.0.2.1"))
                .toCompletableFuture()
                .join();
    }

    private Authentication.Accepted accepted(String token) {
        Authentication result = show(token);
        assertThat(result).isInstanceOf(Authentication.Accepted.class);
        return (Authentication.Accepted) result;
    }

    private String refused(String token) {
        Authentication result = show(token);
        assertThat(result).isInstanceOf(Authentication.Refused.class);
        Authentication.Refused refusal = (Authentication.Refused) result;
        assertThat(refusal.reason() + refusal.forMbu()).doesNotContain(token.isEmpty() ? "Bearer" : token);
        return refusal.forMbu();
    }

    @Test
    void tokensOfAllThreeAlgorithmsAreTaken() throws Exception {
        for (Issuer issuer : List.of(ed25519, p256, rsa)) {
            assertThat(accepted(issuer.token(claims().build())).identity()).isEqualTo(new Identity("ban-1"));
            JWSHeader unnamed = new JWSHeader.Builder(SignedJWT.parse(issuer.token(claims().build()))
                            .getHeader()
                            .getAlgorithm())
                    .build();
            accepted(issuer.token(unnamed, claims().jwtID("unnamed").build()));
        }
        accepted(ed25519.token(
                new JWSHeader.Builder(JWSAlgorithm.Ed25519).keyID("one").build(), claims().build()));
    }

    @Test
    void otherSchemesAreLeftToOtherAuthenticators() {
        for (Optional<String> header : List.of(Optional.<String>empty(), Optional.of("Basic x"))) {
            assertThat(authenticator
                            .authenticate(new AuthenticationRequest(header, List.of(), "192.0.2.1"))
                            .toCompletableFuture()
                            .join())
                    .isInstanceOf(Authentication.NotPresented.class);
        }
    }

    @Test
    void whatIsNotSignedIsRefused() throws Exception {
        String plain = new PlainJWT(claims().build()).serialize();
        String[] parts = ed25519.token(claims().build()).split("\\.", -1);
        String none = PlainHeader.of("{\"alg\":\"none\"}");
        for (String token : List.of(
                plain,
                plain + "AAAA",
                none + "." + parts[1] + ".",
                none + "." + parts[1] + "." + parts[2],
                "",
                "abc",
                "a.b.c")) {
            assertThat(refused(token)).as(token).contains("malformed, or not signed");
        }
        assertThat(refused("x".repeat(9000))).contains("malformed");
        assertThat(refused(parts[0] + "." + parts[1] + ".")).isNotEmpty();
    }

    /** Base64url of a header that no library writes. */
    private static final class PlainHeader {
        static String of(String json) {
            return com.nimbusds.jose.util.Base64URL.encode(json).toString();
        }
    }

    @Test
    void aChangedTokenIsRefused() throws Exception {
        for (Issuer issuer : List.of(ed25519, p256, rsa)) {
            String[] right = issuer.token(claims().build()).split("\\.", -1);
            String[] other = issuer.token(claims().subject("ban-2").build()).split("\\.", -1);
            assertThat(refused(right[0] + "." + other[1] + "." + right[2])).contains("its signature is wrong");
        }
    }

    /** RFC 8725, section 2.1: the public key as the secret of an HMAC. */
    @Test
    void aPublicKeyIsNoSecret() throws Exception {
        for (byte[] secret : List.of(
                rsa.pair().getPublic().getEncoded(),
                ((RSAKey) rsa.key()).toJSONString().getBytes(StandardCharsets.UTF_8))) {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("three").build(), claims().build());
            token.sign(new MACSigner(secret));
            assertThat(refused(token.serialize())).contains("unknown here");
        }
    }

    @Test
    void aKeyIsForItsOwnAlgorithmOnly() throws Exception {
        JWSHeader header =
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("two").build();
        assertThat(refused(rsa.token(header, claims().build()))).contains("unknown here");
        JWSHeader another =
                new JWSHeader.Builder(JWSAlgorithm.EdDSA).keyID("three").build();
        assertThat(refused(ed25519.token(another, claims().build()))).contains("unknown here");
        JWSHeader weaker =
                new JWSHeader.Builder(JWSAlgorithm.RS512).keyID("three").build();
        assertThat(refused(rsa.token(weaker, claims().build()))).contains("unknown here");
    }

    @Test
    void aKeyInTheTokenIsNotTrusted() throws Exception {
        Issuer forger = Issuer.p256("two");
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .keyID("two")
                .jwk(new ECKey.Builder(Curve.P_256, (ECPublicKey) forger.pair().getPublic()).build())
                .jwkURL(java.net.URI.create("http://127.0.0.1:9/"))
                .build();
        assertThat(refused(forger.token(header, claims().build()))).contains("its signature is wrong");
    }

    @Test
    void extensionsThatMustBeUnderstoodAreRefused() throws Exception {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.EdDSA)
                .keyID("one")
                .criticalParams(Set.of("later"))
                .customParam("later", 1)
                .build();
        assertThat(refused(ed25519.token(header, claims().build()))).contains("malformed");
    }

    @Test
    void claimsMustBeRight() throws Exception {
        Map<String, JWTClaimsSet> wrong = Map.of(
                "aud", claims().audience("other.example").build(),
                "iss", claims().issuer("https://forger.example").build(),
                "no exp", claims().expirationTime(null).build(),
                "its sub is no user's name", claims().subject("a b").build(),
                "its sub", claims().subject(null).build());
        for (Map.Entry<String, JWTClaimsSet> claims : wrong.entrySet()) {
            assertThat(refused(ed25519.token(claims.getValue()))).contains(claims.getKey());
        }
    }

    @Test
    void theClocksMayDifferByTheSkew() throws Exception {
        Instant begun = now.get();
        String token = ed25519.token(claims().issueTime(null)
                .notBeforeTime(Date.from(begun.plusSeconds(30)))
                .expirationTime(Date.from(begun.plusSeconds(90)))
                .build());
        now.set(begun.minusSeconds(1));
        assertThat(refused(token)).contains("not valid before 2026-11-27T08:00:30Z");
        now.set(begun);
        Authentication.Accepted accepted = accepted(token);
        now.set(begun.plusSeconds(119));
        accepted(token);
        assertThat(accepted.proof().lapsed()).isEmpty();
        now.set(begun.plusSeconds(120));
        assertThat(refused(token)).contains("expired at 2026-11-27T08:01:30Z");
        assertThat(accepted.proof().lapsed())
                .hasValueSatisfying(why -> assertThat(why).contains("expired"));
        now.set(begun);
        assertThat(refused(ed25519.token(
                        claims().issueTime(Date.from(begun.plusSeconds(31))).build())))
                .contains("not valid before");
    }

    @Test
    void anotherClaimMayHaveTheName() throws Exception {
        TokenAuthenticator other = authenticator(Optional.empty(), "device");
        String token = p256.token(claims().claim("device", "gateway@ward3").build());
        assertThat(other.authenticate(new AuthenticationRequest(Optional.of("Bearer " + token), List.of(), "192.0.2.1"))
                        .toCompletableFuture()
                        .join())
                .isInstanceOfSatisfying(
                        Authentication.Accepted.class,
                        accepted -> assertThat(accepted.identity().name()).isEqualTo("gateway@ward3"));
    }

    @Test
    void aTokenIsVerifiedOnceAndLapsesWithItsKey() throws Exception {
        String token = ed25519.token(claims().build());
        Authentication.Accepted accepted = accepted(token);
        accepted(token);
        assertThat(authenticator.remembered()).isEqualTo(1);
        keys.set(KeySet.parse(Issuer.set(p256, rsa), "test"));
        assertThat(accepted.proof().lapsed()).isPresent();
        assertThat(refused(token)).contains("unknown here");
        assertThat(authenticator.remembered()).isZero();
    }

    @Test
    void revokedTokensLapse() throws Exception {
        String token = ed25519.token(claims().build());
        Path file = directory.resolve("revoked");
        for (String line : List.of("jti token-7", "sub ban-1", "sub ban-1 issued-before 2026-11-27T08:00:01Z")) {
            revoked.set(Revoked.NONE);
            Authentication.Accepted accepted = accepted(token);
            revoked.set(Revoked.read(Files.writeString(file, "# lost\n" + line + "\n")));
            assertThat(accepted.proof().lapsed()).as(line).isPresent();
            assertThat(refused(token)).as(line).isEqualTo("the token was revoked");
        }
        for (String line : List.of("jti token-8", "sub ban-2", "sub ban-1 issued-before 2026-11-27T08:00:00Z")) {
            revoked.set(Revoked.read(Files.writeString(file, line + "\n")));
            accepted(token);
        }
        Files.writeString(file, "token-7\nsub ban-1 before x\nsub ban-1 issued-before yesterday\nsub a/b\n");
        assertThatThrownBy(() -> Revoked.read(file))
                .hasMessageContaining("line 1: must be")
                .hasMessageContaining("line 2: must be")
                .hasMessageContaining("line 3: 'yesterday' must be a time")
                .hasMessageContaining("line 4: must be");
    }

    @Test
    void withoutKeysTheMbuTriesAgain() throws Exception {
        keys.set(KeySet.EMPTY);
        assertThat(show(ed25519.token(claims().build()))).isInstanceOf(Authentication.Busy.class);
    }

    @Test
    void aSetIsReadWithWhatItHasOfUse() throws Exception {
        String more = Issuer.set(ed25519).replace("]}", ",{\"kty\":\"oct\",\"k\":\"AAAA\"},{\"kty\":\"new\"}]}");
        assertThat(KeySet.parse(more, "keys.json").size()).isEqualTo(1);
        String notToVerify = p256.key().toJSONString().replaceFirst("\\{", "{\"key_ops\":[\"deriveKey\"],");
        assertThat(KeySet.parse("{\"keys\":[" + notToVerify + "," + rsa.key().toJSONString() + "]}", "keys.json")
                        .size())
                .isEqualTo(1);
        assertThatThrownBy(() -> KeySet.parse("{\"keys\":[]}", "keys.json"))
                .hasMessageContaining("keys.json has 0 keys that verify signatures");
        assertThatThrownBy(() -> KeySet.parse("nonsense", "keys.json"))
                .hasMessage(
                        "keys.json is no JWK set: Invalid JSON object; allowed is JSON as in RFC 7517, such as {\"keys\":[…]}");
        assertThatThrownBy(() -> KeySet.parse(Issuer.set(Issuer.rsa("weak", 1024)), "keys.json"))
                .hasMessageContaining("RSA key 'weak' has 1024 bits, at least 2048 are needed");
        RSAKey whole = new RSAKey.Builder((RSAKey) rsa.key())
                .privateKey((java.security.interfaces.RSAPrivateKey) rsa.pair().getPrivate())
                .build();
        assertThatThrownBy(() -> KeySet.parse("{\"keys\":[" + whole.toJSONString() + "]}", "keys.json"))
                .hasMessageContaining("key 'three' has its private part");
    }
}
