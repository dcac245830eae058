package org.banip.wsb.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A public key of a JWK set, for one algorithm: which one follows from the key, not from the token (RFC 8725, section 3.1).
 *
 * @param id names it in tokens; empty if the set does not say
 * @param algorithms the names of its algorithm in tokens
 * @param thumbprint tells it from other keys (RFC 7638)
 * @param check verifies a signature
 */
record VerificationKey(Optional<String> id, Set<JWSAlgorithm> algorithms, String thumbprint, Check check) {
    private static final int LEAST_RSA_BITS = 2048;

    /** What stands before the 32 bytes of an Ed25519 key in its X.509 form (RFC 8410, section 4). */
    private static final byte[] ED25519 = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int ED25519_BYTES = 32;

    /** Verifies a signature. */
    interface Check {
        boolean isRight(SignedJWT token) throws JOSEException, GeneralSecurityException;
    }

    /**
     * A key of a set; empty if it is not for signatures, or for an algorithm that is not taken here.
     *
     * @throws IllegalArgumentException if it is private or weak
     */
    static Optional<VerificationKey> of(JWK key) {
        if (!(key instanceof OctetKeyPair || key instanceof ECKey || key instanceof RSAKey)
                || key.getKeyUse() != null && !KeyUse.SIGNATURE.equals(key.getKeyUse())
                || key.getKeyOperations() != null && !key.getKeyOperations().contains(KeyOperation.VERIFY)) {
            return Optional.empty();
        }
        if (key.isPrivate()) {
            throw new IllegalArgumentException(
                    "key '" + key.getKeyID() + "' has its private part, which only the issuer of tokens must have");
        }
        try {
            return of(key, key.computeThumbprint().toString())
                    .filter(found -> key.getAlgorithm() == null
                            || found.algorithms().stream()
                                    .anyMatch(known -> known.getName()
                                            .equals(key.getAlgorithm().getName())));
        } catch (JOSEException | GeneralSecurityException e) {
            throw new IllegalArgumentException("key '" + key.getKeyID() + "' is malformed: " + e.getMessage(), e);
        }
    }

    private static Optional<VerificationKey> of(JWK key, String thumbprint)
            throws JOSEException, GeneralSecurityException {
        Optional<String> id = Optional.ofNullable(key.getKeyID());
        if (key instanceof OctetKeyPair pair && Curve.Ed25519.equals(pair.getCurve())) {
            PublicKey ed25519 = ed25519(pair.getDecodedX());
            return Optional.of(new VerificationKey(
                    id,
                    Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519),
                    thumbprint,
                    token -> isRight(token, ed25519)));
        }
        if (key instanceof ECKey curve && Curve.P_256.equals(curve.getCurve())) {
            JWSVerifier verifier = new ECDSAVerifier(curve.toECPublicKey());
            return Optional.of(
                    new VerificationKey(id, Set.of(JWSAlgorithm.ES256), thumbprint, token -> token.verify(verifier)));
        }
        if (key instanceof RSAKey rsa) {
            if (rsa.size() < LEAST_RSA_BITS) {
                throw new IllegalArgumentException("RSA key '" + key.getKeyID() + "' has " + rsa.size()
                        + " bits, at least " + LEAST_RSA_BITS + " are needed");
            }
            JWSVerifier verifier = new RSASSAVerifier(rsa.toRSAPublicKey());
            return Optional.of(
                    new VerificationKey(id, Set.of(JWSAlgorithm.RS256), thumbprint, token -> token.verify(verifier)));
        }
        return Optional.empty();
    }

    private static PublicKey ed25519(byte[] point) throws GeneralSecurityException {
        if (point.length != ED25519_BYTES) {
            throw new IllegalArgumentException("a key of Ed25519 has " + point.length + " bytes, must have 32");
        }
        byte[] encoded = new byte[ED25519.length + point.length];
        System.arraycopy(ED25519, 0, encoded, 0, ED25519.length);
        System.arraycopy(point, 0, encoded, ED25519.length, point.length);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }

    /** With Java's own EdDSA; that of the library needs another library. */
    private static boolean isRight(SignedJWT token, PublicKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initVerify(key);
        signature.update(token.getSigningInput());
        return signature.verify(token.getSignature().decode());
    }

    /** Whether a token with this header may be signed with it. */
    boolean suits(JWSAlgorithm algorithm, @Nullable String keyId) {
        return algorithms.contains(algorithm)
                && (keyId == null || id.isEmpty() || id.get().equals(keyId));
    }

    /** Whether this key signed the token. */
    boolean signed(SignedJWT token) {
        try {
            return check.isRight(token);
        } catch (JOSEException | GeneralSecurityException e) {
            return false; // a signature of another form
        }
    }
}
