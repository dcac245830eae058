package org.banip.wsb;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.server.address.TrustedProxies;
import org.banip.server.tls.PlainText;
import org.banip.wsb.spi.Authenticator;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a broker: the surrogate host, and the identities that may log in.
 *
 * @param surrogateHost base URI of the host, {@code http} or {@code https}
 * @param passwordFile identities that may log in with HTTP Basic
 * @param grantsFile BANs that each identity may register; without one, the BAN named like the identity
 * @param token the token that the host requires of the broker
 * @param trustedProxies proxies whose {@code X-Forwarded-For} is believed
 * @param authenticators asked in this order, after the password file
 * @param limits bounds
 */
public record BrokerConfiguration(
        URI surrogateHost,
        Optional<Path> passwordFile,
        Optional<Path> grantsFile,
        Optional<BearerToken> token,
        TrustedProxies trustedProxies,
        List<Authenticator> authenticators,
        BrokerLimits limits) {
    /** Checks that there is a host, and a way to authenticate; makes the base URI end with a slash. */
    public BrokerConfiguration {
        surrogateHost = base(surrogateHost);
        authenticators = List.copyOf(authenticators);
        if (passwordFile.isEmpty() && authenticators.isEmpty()) {
            throw new IllegalArgumentException("no password file and no authenticator: nobody could log in");
        }
    }

    private static URI base(URI host) {
        boolean http = "http".equals(host.getScheme()) || "https".equals(host.getScheme());
        if (!http || host.getHost() == null || host.getRawQuery() != null || host.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "surrogate host '" + host + "' must be a URI such as http://127.0.0.1:8081/");
        }
        if (host.getRawUserInfo() != null) {
            throw new IllegalArgumentException("the surrogate host's URI must not hold credentials; set a token");
        }
        return host.getRawPath().endsWith("/") ? host : URI.create(host + "/");
    }

    /** Creates a builder. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects a configuration. One thread. */
    public static final class Builder {
        private final List<Authenticator> authenticators = new ArrayList<>();
        private BrokerLimits limits = BrokerLimits.DEFAULTS;
        private TrustedProxies trustedProxies = TrustedProxies.NONE;
        private @Nullable URI surrogateHost;
        private @Nullable Path passwordFile;
        private @Nullable Path grantsFile;
        private @Nullable BearerToken token;
        private boolean plainHostAllowed;

        private Builder() {}

        /** Allows plain HTTP to a surrogate host on another machine, because something else protects the network. */
        public Builder allowPlainHost() {
            plainHostAllowed = true;
            return this;
        }

        /** The surrogate host; required. */
        public Builder surrogateHost(URI base) {
            surrogateHost = base;
            return this;
        }

        /** The identities that may log in with HTTP Basic: lines {@code name:$2y$…}, as {@code htpasswd -B} writes them. */
        public Builder passwordFile(Path file) {
            passwordFile = file;
            return this;
        }

        /** The BANs that each identity may register. */
        public Builder grantsFile(Path file) {
            grantsFile = file;
            return this;
        }

        /** The token that the host requires of the broker. */
        public Builder token(BearerToken secret) {
            token = secret;
            return this;
        }

        /** Proxies in front of the broker whose {@code X-Forwarded-For} is believed; none unless set. */
        public Builder trustedProxies(TrustedProxies proxies) {
            trustedProxies = proxies;
            return this;
        }

        /** Adds another authentication scheme. */
        public Builder authenticator(Authenticator another) {
            authenticators.add(another);
            return this;
        }

        /** Bounds. */
        public Builder limits(BrokerLimits bounds) {
            limits = bounds;
            return this;
        }

        /**
         * The configuration.
         *
         * @throws IllegalArgumentException if something is missing, or the host is another machine without TLS and that is not allowed
         */
        public BrokerConfiguration build() {
            if (surrogateHost == null) {
                throw new IllegalArgumentException("the surrogate host's URI is missing");
            }
            PlainText.check("surrogate host", surrogateHost, plainHostAllowed, "allow-plain-host");
            return new BrokerConfiguration(
                    surrogateHost,
                    Optional.ofNullable(passwordFile),
                    Optional.ofNullable(grantsFile),
                    Optional.ofNullable(token),
                    trustedProxies,
                    authenticators,
                    limits);
        }
    }
}
