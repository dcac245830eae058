package org.banip.wsb.jwt;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.banip.server.file.ReloadingFile;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.Identity;
import org.jspecify.annotations.Nullable;

/**
 * Bearer tokens (RFC 6750) that are JSON Web Tokens. A token that was right once is not verified again until it expires, is revoked, or its key is
 * not in the set any more. Any thread.
 */
final class TokenAuthenticator implements Authenticator {
    private static final Authentication NOT_PRESENTED = new Authentication.NotPresented();
    private static final String SCHEME = "Bearer ";
    private static final int LONGEST = 8192;
    private static final int REMEMBERED = 10_000;

    private final Keys keys;
    private final Supplier<Revoked> revoked;
    private final Claims claims;
    private final InstantSource clock;

    /** By digest. The one that was used longest ago is forgotten. */
    private final Map<String, Verified> verified = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Verified> eldest) {
            return size() > REMEMBERED;
        }
    });

    TokenAuthenticator(TokenSettings settings, Keys keys, Supplier<Revoked> revoked, InstantSource clock) {
        this.keys = keys;
        this.revoked = revoked;
        this.clock = clock;
        claims = new Claims(settings);
    }

    /**
     * Reads the files; those of a URL are read later.
     *
     * @throws IllegalArgumentException if one is malformed, or the keys cannot be read
     * @throws java.io.UncheckedIOException if the revoked tokens cannot be read
     */
    static TokenAuthenticator open(TokenSettings settings) {
        Supplier<Revoked> revoked = settings.revoked()
                .<Supplier<Revoked>>map(file -> new ReloadingFile<>(file, Revoked::read, System::nanoTime))
                .orElse(() -> Revoked.NONE);
        Keys keys = settings.url()
                .<Keys>map(url -> new FetchedKeys(url, settings.authorities(), settings.refresh(), System::nanoTime))
                .orElseGet(() -> {
                    String where = "setting " + TokenSettings.KEYS.name() + " (" + settings.origin() + "): ";
                    ReloadingFile<KeySet> file = new ReloadingFile<>(
                            Path.of(settings.keys()), path -> KeySet.read(path, where), System::nanoTime);
                    return file::get;
                });
        return new TokenAuthenticator(settings, keys, revoked, InstantSource.system());
    }

    @Override
    public String challenge() {
        return "Bearer realm=\"BANip\"";
    }

    @Override
    public CompletionStage<Authentication> authenticate(AuthenticationRequest request) {
        Optional<String> header =
                request.authorization().filter(text -> text.regionMatches(true, 0, SCHEME, 0, SCHEME.length()));
        if (header.isEmpty()) {
            return CompletableFuture.completedFuture(NOT_PRESENTED);
        }
        String token = header.get().substring(SCHEME.length()).trim();
        String digest = digest(token);
        Verified known = verified.get(digest);
        if (known != null) {
            if (known.lapsed().isEmpty()) {
                return CompletableFuture.completedFuture(new Authentication.Accepted(known.identity, known));
            }
            verified.remove(digest);
        }
        return verify(token, digest);
    }

    private CompletionStage<Authentication> verify(String token, String digest) {
        SignedJWT parsed = token.length() > LONGEST ? null : parsed(token);
        if (parsed == null) {
            return CompletableFuture.completedFuture(new Authentication.Refused(
                    Authentication.Fault.MALFORMED,
                    "the bearer token is no signed JSON Web Token of at most " + LONGEST + " characters",
                    "the bearer token is malformed, or not signed"));
        }
        if (keys.now().suits(parsed)) {
            return CompletableFuture.completedFuture(verify(parsed, digest));
        }
        return keys.again().thenApply(read -> verify(parsed, digest));
    }

    /** Without a signature, with more than one, or with headers that must be understood, it is not taken. Keys in headers are ignored. */
    private static @Nullable SignedJWT parsed(String token) {
        try {
            SignedJWT parsed = SignedJWT.parse(token);
            boolean plain = parsed.getHeader().getCriticalParams() == null
                    && parsed.getHeader().isBase64URLEncodePayload();
            return plain ? parsed : null;
        } catch (ParseException | IllegalArgumentException e) {
            return null;
        }
    }

    private Authentication verify(SignedJWT token, String digest) {
        KeySet set = keys.now();
        if (set.isEmpty()) {
            return new Authentication.Busy("the keys for tokens could not be read yet, try again later");
        }
        Optional<VerificationKey> signer = set.signerOf(token);
        if (signer.isEmpty()) {
            String what = set.suits(token)
                    ? "its signature is wrong"
                    : "it is signed with a key or algorithm that is unknown here";
            return refused(what);
        }
        try {
            JWTClaimsSet claimed = token.getJWTClaimsSet();
            Identity identity = claims.identity(claimed, clock.instant());
            Verified right =
                    new Verified(identity, Claims.Kept.of(claimed), signer.get().thumbprint());
            Optional<String> lapsed = right.lapsed();
            if (lapsed.isPresent()) {
                return new Authentication.Refused(
                        Authentication.Fault.WRONG_SECRET, lapsed.get(), "the token was revoked");
            }
            verified.put(digest, right);
            return new Authentication.Accepted(identity, right);
        } catch (Claims.WrongClaimException e) {
            return refused(String.valueOf(e.getMessage()));
        } catch (ParseException | IllegalArgumentException e) {
            return refused("its claims are malformed");
        }
    }

    private static Authentication refused(String why) {
        return new Authentication.Refused(
                Authentication.Fault.WRONG_SECRET,
                "the token is not accepted: " + why,
                "the token is not accepted: " + why);
    }

    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Tokens that need no verification. */
    int remembered() {
        return verified.size();
    }

    @Override
    public void close() {
        keys.close();
    }

    /** A token that was right. */
    private final class Verified implements org.banip.wsb.spi.Proof {
        private final Identity identity;
        private final Claims.Kept claimed;
        private final String signer;

        Verified(Identity identity, Claims.Kept claimed, String signer) {
            this.identity = identity;
            this.claimed = claimed;
            this.signer = signer;
        }

        @Override
        public Optional<String> lapsed() {
            if (!keys.now().has(signer)) {
                return Optional.of("the key of the token of " + identity + " is not in the set any more");
            }
            return claims.untimely(claimed, clock.instant())
                    .map(reason -> "the token of " + identity + ": " + reason)
                    .or(() -> revoked.get().reason(identity, claimed));
        }
    }
}
