package org.banip.surrogate.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.password.LogInName;
import org.banip.surrogate.people.spi.ProvenPerson;
import org.jspecify.annotations.Nullable;

/** Finds a person's name and groups in the claims of a right ID token. Immutable. */
final class Claimed {
    private static final int MOST_GROUPS = 1000;

    private final String nameClaim;
    private final String groupClaim;

    Claimed(OidcSettings settings) {
        nameClaim = settings.nameClaim();
        groupClaim = settings.groupClaim();
    }

    /**
     * Who it is.
     *
     * @throws BanipException {@code UNAUTHENTICATED} if the name is missing, cannot be a name here, or is an address that nobody has verified
     */
    ProvenPerson person(JWTClaimsSet claims) {
        @Nullable Object name = find(claims.getClaims(), nameClaim);
        if (!(name instanceof String text) || !LogInName.is(text)) {
            throw new BanipException(
                    ErrorCode.UNAUTHENTICATED,
                    "the claim " + nameClaim + " of the provider's ID token is "
                            + (name == null ? "missing" : "no name") + "; a name is " + LogInName.ALLOWED
                            + " (oidc-name-claim)");
        }
        // At many providers people write their address themselves.
        if (nameClaim.equals("email") && !Boolean.TRUE.equals(claims.getClaim("email_verified"))) {
            throw new BanipException(
                    ErrorCode.UNAUTHENTICATED, "the provider has not verified the e-mail address (email_verified)");
        }
        return new ProvenPerson(text, groups(find(claims.getClaims(), groupClaim)));
    }

    private static Set<String> groups(@Nullable Object value) {
        Set<String> groups = new HashSet<>();
        if (value instanceof String one) {
            groups.add(one);
        } else if (value instanceof Collection<?> many) {
            many.stream()
                    .filter(String.class::isInstance)
                    .limit(MOST_GROUPS)
                    .forEach(group -> groups.add((String) group));
        }
        return groups;
    }

    /** A claim of this name, or one inside of objects, whose names have dots between them. */
    private static @Nullable Object find(Map<?, ?> claims, String name) {
        if (claims.containsKey(name)) {
            return claims.get(name);
        }
        int dot = name.indexOf('.');
        while (dot > 0) {
            if (claims.get(name.substring(0, dot)) instanceof Map<?, ?> inner) {
                return find(inner, name.substring(dot + 1));
            }
            dot = name.indexOf('.', dot + 1);
        }
        return null;
    }
}
