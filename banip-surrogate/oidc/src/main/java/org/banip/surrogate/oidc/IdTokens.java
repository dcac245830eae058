package org.banip.surrogate.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Verifies ID tokens (OpenID Connect Core 1.0, section 3.1.3.7). Keys are asked for when they are needed, kept for minutes, and asked for again when a
 * token names an unknown one. Any thread; may block.
 */
final class IdTokens {
    /** Only signatures by a key that is the provider's alone: an HMAC's key is also known to each client. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    /** By how much the clocks of provider and host may differ. */
    private static final Duration SKEW = Duration.ofSeconds(60);

    private final OidcSettings settings;
    private final JWSVerificationKeySelector<SecurityContext> keys;

    IdTokens(OidcSettings settings, URI keys, ProviderClient client) {
        this.settings = settings;
        try {
            JWKSource<SecurityContext> source = JWKSourceBuilder.create(
                            keys.toURL(), url -> new Resource(client.get(keys), "application/json"))
                    .refreshAheadCache(false) // it has a thread that nothing ends
                    .build();
            this.keys = new JWSVerificationKeySelector<>(ALGORITHMS, source);
        } catch (IOException e) {
            throw new IllegalArgumentException("its jwks_uri '" + keys + "' is no URL", e);
        }
    }

    /**
     * Verifies a token.
     *
     * @throws BanipException {@code UNAUTHENTICATED} if it is not right, {@code HOST_UNAVAILABLE} if the keys cannot be read; its message is for
     *     everybody, the reason is in its cause
     */
    JWTClaimsSet verify(String token, String nonce) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(keys);
        DefaultJWTClaimsVerifier<SecurityContext> verifier = new DefaultJWTClaimsVerifier<>(
                settings.client(),
                new JWTClaimsSet.Builder()
                        .issuer(settings.issuer().toString())
                        .claim("nonce", nonce)
                        .build(),
                Set.of("sub", "exp", "iat"));
        verifier.setMaxClockSkew((int) SKEW.toSeconds());
        processor.setJWTClaimsSetVerifier(verifier);
        try {
            JWTClaimsSet claims = processor.process(token, null);
            checkMore(claims, Instant.now());
            return claims;
        } catch (KeySourceException e) {
            throw new BanipException(
                    ErrorCode.HOST_UNAVAILABLE,
                    "the identity provider's keys cannot be read now, the host's log says why",
                    e);
        } catch (BadJOSEException | JOSEException | ParseException | IllegalArgumentException e) {
            throw new BanipException(
                    ErrorCode.UNAUTHENTICATED,
                    "the identity provider's token does not prove who you are, the host's log says why",
                    e);
        }
    }

    private void checkMore(JWTClaimsSet claims, Instant now) throws ParseException {
        // "If an azp (authorized party) Claim is present, the Client SHOULD verify that its client_id is the Claim
        // Value."
        String party = claims.getStringClaim("azp");
        if (party == null ? claims.getAudience().size() > 1 : !party.equals(settings.client())) {
            throw new IllegalArgumentException("it was issued to another client (azp)");
        }
        Instant issued = claims.getIssueTime().toInstant();
        if (issued.isAfter(now.plus(SKEW))) {
            throw new IllegalArgumentException("it is from the future (iat " + issued + "); check the clocks");
        }
        if (settings.maxAge().isPresent()) {
            Date proven = claims.getDateClaim("auth_time");
            if (proven == null
                    || proven.toInstant()
                            .isBefore(now.minus(settings.maxAge().get()).minus(SKEW))) {
                throw new IllegalArgumentException(
                        "it does not say that the person has just proven who it is (auth_time, oidc-max-age-millis)");
            }
        }
    }
}
