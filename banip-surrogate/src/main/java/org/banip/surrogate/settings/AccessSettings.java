package org.banip.surrogate.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.server.address.TrustedProxies;
import org.banip.server.settings.ReloadingSecrets;

/**
 * Who may use a host over HTTP. A token that is set is demanded of everybody, and so are certificates of brokers. Without both only callers on
 * loopback may speak for MBUs, without a viewer token only viewers on loopback: reached by a loopback name, not through a proxy, not from a page.
 *
 * @param brokerToken what the broker shows as {@code Authorization: Bearer …}, 16 to 512 characters
 * @param viewerToken what a viewer shows in the same way; another one than the broker's
 * @param brokerTokenFile has the broker's token now, and another one on its second line while it is being changed; read again when it changes
 * @param viewerTokenFile the same for viewers
 * @param brokerCertificates what brokers must show in the TLS handshake, besides a token that is set
 * @param trustedProxies proxies in front of the host that are believed when they name their clients
 */
public record AccessSettings(
        Optional<String> brokerToken,
        Optional<String> viewerToken,
        Optional<Path> brokerTokenFile,
        Optional<Path> viewerTokenFile,
        Optional<BrokerCertificates> brokerCertificates,
        TrustedProxies trustedProxies) {
    /** Loopback only. */
    public static final AccessSettings LOOPBACK_ONLY = new AccessSettings(Optional.empty(), Optional.empty());

    static final int SHORTEST = 16;
    static final int LONGEST = 512;

    /** Tokens that do not change. */
    public AccessSettings(Optional<String> brokerToken, Optional<String> viewerToken) {
        this(brokerToken, viewerToken, Optional.empty(), Optional.empty());
    }

    /** Tokens in files. */
    public AccessSettings(
            Optional<String> brokerToken,
            Optional<String> viewerToken,
            Optional<Path> brokerTokenFile,
            Optional<Path> viewerTokenFile) {
        this(brokerToken, viewerToken, brokerTokenFile, viewerTokenFile, Optional.empty(), TrustedProxies.NONE);
    }

    /** The same behind these proxies. */
    public AccessSettings behind(TrustedProxies proxies) {
        return new AccessSettings(
                brokerToken, viewerToken, brokerTokenFile, viewerTokenFile, brokerCertificates, proxies);
    }

    /** The same, and brokers must show such certificates. */
    public AccessSettings demanding(BrokerCertificates certificates) {
        return new AccessSettings(
                brokerToken, viewerToken, brokerTokenFile, viewerTokenFile, Optional.of(certificates), trustedProxies);
    }

    /** Whether brokers must prove that they are ones. */
    public boolean demandsOfBrokers() {
        return brokerToken.isPresent() || brokerCertificates.isPresent();
    }

    /** Checks that the tokens are long enough and different, those on second lines as well. */
    public AccessSettings {
        check("broker", brokerToken);
        check("viewer", viewerToken);
        if (brokerToken.isPresent() && brokerToken.equals(viewerToken)) {
            throw new IllegalArgumentException("the viewer token must be another one than the broker token");
        }
        Supplier<List<String>> unused = tokens(brokerToken, brokerTokenFile, viewerTokenFile);
    }

    private static void check(String what, Optional<String> token) {
        token.ifPresent(text -> {
            if (text.length() < SHORTEST
                    || text.length() > LONGEST
                    || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new IllegalArgumentException(
                        "the " + what + " token must be at least " + SHORTEST + " and at most " + LONGEST
                                + " printable ASCII characters without blanks, it has " + text.length());
            }
        });
    }

    /** The broker's tokens in force, at each call; none if it needs none. */
    public Supplier<List<String>> brokerTokens() {
        return tokens(brokerToken, brokerTokenFile, viewerTokenFile);
    }

    /** The viewers' tokens in force, at each call; none if they need none. */
    public Supplier<List<String>> viewerTokens() {
        return tokens(viewerToken, viewerTokenFile, brokerTokenFile);
    }

    private static Supplier<List<String>> tokens(Optional<String> token, Optional<Path> file, Optional<Path> other) {
        if (file.isPresent()) {
            return new ReloadingSecrets(file.get(), SHORTEST, LONGEST, other);
        }
        List<String> fixed = token.map(List::of).orElseGet(List::of);
        return () -> fixed;
    }

    /** Says only which tokens there are. */
    @Override
    public String toString() {
        return "AccessSettings[brokerToken=" + (brokerToken.isPresent() ? "set" : "none") + ", viewerToken="
                + (viewerToken.isPresent() ? "set" : "none") + ", brokerCertificates="
                + (brokerCertificates.isPresent() ? "set" : "none") + ", trustedProxies=" + trustedProxies + "]";
    }
}
