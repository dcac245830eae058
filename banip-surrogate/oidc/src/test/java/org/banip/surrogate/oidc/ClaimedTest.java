package org.banip.surrogate.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimedTest {
    private static Claimed claimed(String nameClaim, String groupClaim) {
        return new Claimed(new OidcSettings(
                URI.create("https://id.example"),
                "banip",
                Optional.empty(),
                URI.create("https://host.example/oidc"),
                Optional.empty(),
                "openid",
                nameClaim,
                groupClaim,
                "the ward",
                Optional.empty()));
    }

    @Test
    void groupsMayBeInObjectsAndOfAnyNumber() {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .subject("anna")
                .claim("realm_access", Map.of("roles", List.of("a", 7, "b")))
                .claim("one", "c")
                .claim("https://ward.example/groups", List.of("d"))
                .build();
        assertThat(claimed("sub", "realm_access.roles").person(claims).groups()).containsExactlyInAnyOrder("a", "b");
        assertThat(claimed("sub", "one").person(claims).groups()).containsExactly("c");
        assertThat(claimed("sub", "https://ward.example/groups").person(claims).groups())
                .containsExactly("d");
        assertThat(claimed("sub", "realm_access.groups").person(claims).groups())
                .isEmpty();
        assertThat(claimed("sub", "groups").person(claims).groups()).isEmpty();
    }

    @Test
    void anAddressThatNobodyHasVerifiedIsNoName() {
        Claimed claimed = claimed("email", "groups");
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder().claim("email", "anna@ward.example");
        assertThatThrownBy(() -> claimed.person(claims.build())).hasMessageContaining("has not verified");
        assertThat(claimed.person(claims.claim("email_verified", true).build()).name())
                .isEqualTo("anna@ward.example");
    }
}
