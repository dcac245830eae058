package org.banip.wsb.jwt;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.stream.Stream;
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
     * What stays of the claims of a token that was right; the others may be large.
     *
     * @param expires its {@code exp}
     * @param notBefore its {@code nbf}
     * @param issued its {@code iat}
     * @param id its {@code jti}
     */
    record Kept(Optional<Instant> expires, Optional<Instant> notBefore, Optional<Instant> issued, Optional<String> id) {
        static Kept of(JWTClaimsSet claims) {
            return new Kept(
                    instant(claims.getExpirationTime()),
                    instant(claims.getNotBeforeTime()),
                    instant(claims.getIssueTime()),
                    Optional.ofNullable(claims.getJWTID()));
        }

        private static Optional<Instant> instant(@Nullable Date date) {
            return Optional.ofNullable(date).map(Date::toInstant);
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
        Optional<String> untimely = untimely(Kept.of(claims), now);
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
    Optional<String> untimely(Kept claims, Instant now) {
        Duration skew = settings.skew();
        if (claims.expires()
                .filter(expires -> !now.isBefore(expires.plus(skew)))
                .isPresent()) {
            return Optional.of("it has expired at " + claims.expires().get());
        }
        return Stream.of(claims.notBefore(), claims.issued())
                .flatMap(Optional::stream)
                .filter(from -> now.isBefore(from.minus(skew)))
                .findFirst()
                .map(from -> "it is not valid before " + from + "; check the clocks");
    }
}
