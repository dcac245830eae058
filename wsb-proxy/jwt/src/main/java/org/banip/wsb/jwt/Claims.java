package org.banip.wsb.jwt;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.banip.wsb.spi.Identity;
import org.jspecify.annotations.Nullable;

/** Checks the claims of a token whose signature is right (RFC 7519, section 4.1). Immutable. */
final class Claims {
    private final TokenSettings settings;

    Claims(TokenSettings settings) {
        this.settings = settings;
    }

    /** Claims that are wrong; the message is for the MBU as well. */
    static final class WrongClaimException extends Exception {
        private static final long serialVersionUID = 1L;

        WrongClaimException(String message) {
            super(message);
        }
    }

    /**
     * Who the token is about.
     *
     * @throws WrongClaimException if it is for another service, not valid now, or names nobody
     */
    Identity identity(JWTClaimsSet claims, Instant now) throws WrongClaimException {
        if (!claims.getAudience().contains(settings.audience())) {
            throw new WrongClaimException("its aud does not name this broker (jwt-audience)");
        }
        if (settings.issuer().isPresent() && !settings.issuer().get().equals(claims.getIssuer())) {
            throw new WrongClaimException("its iss is not the issuer that this broker trusts (jwt-issuer)");
        }
        if (claims.getExpirationTime() == null) {
            throw new WrongClaimException("it has no exp, so it would be valid for ever");
        }
        Optional<String> untimely = untimely(claims, now);
        if (untimely.isPresent()) {
            throw new WrongClaimException(untimely.get());
        }
        return named(claims.getClaim(settings.nameClaim()));
    }

    private Identity named(@Nullable Object name) throws WrongClaimException {
        if (!(name instanceof String text) || !Identity.isName(text)) {
            throw new WrongClaimException("its " + settings.nameClaim() + " is no user's name, " + Identity.ALLOWED);
        }
        return new Identity(text);
    }

    /** Why the token is not valid at this time. */
    Optional<String> untimely(JWTClaimsSet claims, Instant now) {
        Duration skew = settings.skew();
        Date expires = claims.getExpirationTime();
        if (expires != null && !now.isBefore(expires.toInstant().plus(skew))) {
            return Optional.of("it has expired at " + expires.toInstant());
        }
        for (Date from : new Date[] {claims.getNotBeforeTime(), claims.getIssueTime()}) {
            if (from != null && now.isBefore(from.toInstant().minus(skew))) {
                return Optional.of("it is not valid before " + from.toInstant() + "; check the clocks");
            }
        }
        return Optional.empty();
    }
}
