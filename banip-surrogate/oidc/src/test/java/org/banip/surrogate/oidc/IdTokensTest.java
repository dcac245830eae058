package org.banip.surrogate.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdTokensTest {
    /** The provider must say when, where the operator wants to know. */
    @Test
    void aPersonMustHaveProvenNotLongAgoWhoItIs() throws Exception {
        try (IssuingServer provider = new IssuingServer();
                ProviderClient client = new ProviderClient(Optional.empty())) {
            OidcSettings settings = new OidcSettings(
                    provider.issuer(),
                    IssuingServer.CLIENT,
                    Optional.empty(),
                    URI.create("https://host.example/oidc"),
                    Optional.empty(),
                    "openid",
                    "sub",
                    "groups",
                    "the ward",
                    Optional.of(Duration.ofHours(1)));
            IdTokens tokens = new IdTokens(settings, provider.issuer().resolve("/keys"), client);
            Instant now = Instant.now();
            assertThat(tokens.verify(token(provider, now.minusSeconds(3000)), "n")
                            .getSubject())
                    .isEqualTo("anna");
            assertThatThrownBy(() -> tokens.verify(token(provider, now.minusSeconds(4000)), "n"))
                    .hasStackTraceContaining("auth_time");
            assertThatThrownBy(() -> tokens.verify(token(provider, null), "n")).hasStackTraceContaining("auth_time");
        }
    }

    private static String token(IssuingServer provider, Instant proven) {
        Instant now = Instant.now();
        return provider.signed(new JWTClaimsSet.Builder()
                .issuer(provider.issuer().toString())
                .audience(IssuingServer.CLIENT)
                .subject("anna")
                .claim("nonce", "n")
                .claim("auth_time", proven == null ? null : proven.getEpochSecond())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(3600)))
                .build());
    }
}
