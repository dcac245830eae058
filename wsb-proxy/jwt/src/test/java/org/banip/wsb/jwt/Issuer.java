package org.banip.wsb.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;

/** Signs tokens with one key. */
final class Issuer {
    static final String AUDIENCE = "wsb.example";

    private final JWSAlgorithm algorithm;
    private final KeyPair pair;
    private final JWK key;

    private Issuer(JWSAlgorithm algorithm, KeyPair pair, JWK key) {
        this.algorithm = algorithm;
        this.pair = pair;
        this.key = key;
    }

    static Issuer ed25519(String id) throws GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] encoded = pair.getPublic().getEncoded();
        byte[] point = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
        return new Issuer(
                JWSAlgorithm.EdDSA,
                pair,
                new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point))
                        .keyID(id)
                        .build());
    }

    static Issuer p256(String id) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        KeyPair pair = generator.generateKeyPair();
        return new Issuer(
                JWSAlgorithm.ES256,
                pair,
                new ECKey.Builder(Curve.P_256, (ECPublicKey) pair.getPublic())
                        .keyID(id)
                        .build());
    }

    static Issuer rsa(String id, int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        KeyPair pair = generator.generateKeyPair();
        return new Issuer(
                JWSAlgorithm.RS256,
                pair,
                new RSAKey.Builder((RSAPublicKey) pair.getPublic()).keyID(id).build());
    }

    JWK key() {
        return key;
    }

    KeyPair pair() {
        return pair;
    }

    /** The text of a set. */
    static String set(Issuer... issuers) {
        return List.of(issuers).stream()
                .map(issuer -> issuer.key.toJSONString())
                .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    }

    /** Claims of a token that is valid for an hour. */
    static JWTClaimsSet.Builder claims(String name, Instant now) {
        return new JWTClaimsSet.Builder()
                .subject(name)
                .audience(List.of("other.example", AUDIENCE))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofHours(1))));
    }

    String token(JWTClaimsSet claims) throws Exception {
        return token(new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), claims);
    }

    /** With any header; signed as this issuer does. */
    String token(JWSHeader header, JWTClaimsSet claims) throws Exception {
        if (pair.getPrivate().getAlgorithm().matches("Ed25519|EdDSA")) {
            Base64URL head = header.toBase64URL();
            Base64URL body = claims.toPayload().toBase64URL();
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(pair.getPrivate());
            signature.update((head + "." + body).getBytes(StandardCharsets.US_ASCII));
            return head + "." + body + "." + Base64URL.encode(signature.sign());
        }
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer());
        return token.serialize();
    }

    private JWSSigner signer() throws JOSEException {
        return key instanceof RSAKey
                ? new RSASSASigner(pair.getPrivate())
                : new ECDSASigner(pair.getPrivate(), Curve.P_256);
    }
}
