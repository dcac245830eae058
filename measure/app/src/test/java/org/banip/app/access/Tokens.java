package org.banip.app.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** JSON Web Tokens, written down by themselves (RFC 7519, RFC 8037). */
final class Tokens {
    static final String AUDIENCE = "wsb.example";

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final int POINT_BYTES = 32;

    private final KeyPair pair;

    Tokens() throws GeneralSecurityException {
        pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    }

    /** The set of its one key. */
    String keys() {
        byte[] encoded = pair.getPublic().getEncoded();
        byte[] point = Arrays.copyOfRange(encoded, encoded.length - POINT_BYTES, encoded.length);
        return "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"k\",\"x\":\"" + BASE64.encodeToString(point)
                + "\"}]}";
    }

    /** A token that expires after this number of seconds. */
    String token(String name, String audience, String id, long seconds) throws GeneralSecurityException {
        long now = Instant.now().getEpochSecond();
        String claims = "{\"sub\":\"" + name + "\",\"aud\":\"" + audience + "\",\"jti\":\"" + id + "\",\"iat\":"
                + (now - 7200) + ",\"exp\":" + (now + seconds) + "}";
        String signed = encoded("{\"alg\":\"EdDSA\",\"kid\":\"k\"}") + "." + encoded(claims);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + BASE64.encodeToString(signature.sign());
    }

    private static String encoded(String json) {
        return BASE64.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
