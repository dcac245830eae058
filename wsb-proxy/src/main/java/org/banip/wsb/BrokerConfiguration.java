package org.banip.wsb;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.banip.server.address.TrustedProxies;
import org.banip.server.audit.Audit;
import org.banip.server.file.ReloadingFile;
import org.banip.server.settings.Secret;
import org.banip.server.tls.PlainText;
import org.banip.server.tls.ReloadingTrust;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.host.FixedHosts;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.KnownHost;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a broker: the surrogate hosts, and the identities that may log in.
 *
 * @param hosts the surrogate hosts
 * @param plainHostAllowed whether hosts on other machines may be used without TLS
 * @param hostTls the authorities that the hosts' certificates must be from, and the broker's own certificate; empty for the authorities of Java and none
 * @param passwordFile identities that may log in with HTTP Basic
 * @param grantsFile BANs that each identity may register; without one, the BAN named like the identity
 * @param grantsAll whether each identity may register every BAN instead, if there is no file
 * @param token the token that the host requires of the broker, at each call the one in force
 * @param trustedProxies proxies whose {@code X-Forwarded-For} is believed
 * @param authenticators open further schemes when a broker starts; asked in this order, after the password file
 * @param limits bounds
 * @param audit opens the audit log when a broker starts, which closes it
 */
public record BrokerConfiguration(
        HostSource hosts,
        boolean plainHostAllowed,
        Optional<SSLContext> hostTls,
        Optional<Path> passwordFile,
        Optional<Path> grantsFile,
        boolean grantsAll,
        Optional<Supplier<BearerToken>> token,
        TrustedProxies trustedProxies,
        List<Supplier<Authenticator>> authenticators,
        BrokerLimits limits,
        Supplier<Audit> audit) {
    /** Checks that there is a way to authenticate. */
    public BrokerConfiguration {
        authenticators = List.copyOf(authenticators);
        if (passwordFile.isEmpty() && authenticators.isEmpty()) {
            throw new IllegalArgumentException("nobody could log in: set password-file, client-ca or jwt-keys");
        }
    }

    /** Creates a builder. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects a configuration. One thread. */
    public static final class Builder {
        private final List<Supplier<Authenticator>> authenticators = new ArrayList<>();
        private BrokerLimits limits = BrokerLimits.DEFAULTS;
        private TrustedProxies trustedProxies = TrustedProxies.NONE;
        private final List<URI> surrogateHosts = new ArrayList<>();
        private @Nullable HostSource source;
        private @Nullable FixedHosts fixed;
        private @Nullable Path passwordFile;
        private @Nullable Path grantsFile;
        private boolean grantsAll;
        private @Nullable Supplier<BearerToken> token;
        private boolean plainHostAllowed;
        private Supplier<Audit> audit = () -> Audit.OFF;
        private @Nullable Path hostAuthorities;
        private @Nullable TlsFiles hostCertificate;

        private Builder() {}

        /** Allows plain HTTP to surrogate hosts on another machine, because something else protects the network. */
        public Builder allowPlainHost() {
            plainHostAllowed = true;
            return this;
        }

        /**
         * Trusts the certificate authorities of a file in PEM form, which is read again when it changes, and no others, when it connects to a
         * surrogate host.
         */
        public Builder hostAuthorities(Path file) {
            hostAuthorities = file;
            return this;
        }

        /** Key and certificate that the broker shows to surrogate hosts that demand one; read again when they change. */
        public Builder hostCertificate(TlsFiles files) {
            hostCertificate = files;
            return this;
        }

        private Optional<SSLContext> hostTls() {
            return hostAuthorities == null && hostCertificate == null
                    ? Optional.empty()
                    : Optional.of(ReloadingTrust.client(
                            Optional.ofNullable(hostAuthorities), Optional.ofNullable(hostCertificate)));
        }

        /** A surrogate host. Several must share one store; then a new interconnect goes to the least loaded one. */
        public Builder surrogateHost(URI base) {
            surrogateHosts.add(base);
            return this;
        }

        /** A fixed list of surrogate hosts, instead of single ones. */
        public Builder surrogateHosts(FixedHosts list) {
            fixed = list;
            return this;
        }

        /** A directory of surrogate hosts, instead of a fixed list; a broker closes it. */
        public Builder hostDirectory(HostDirectory directory) {
            return hostSource(new HostSource(directory.toString(), () -> directory));
        }

        /** A directory that is opened when the broker starts, instead of a fixed list. */
        public Builder hostSource(HostSource opened) {
            source = opened;
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

        /** Lets each identity register every BAN, if there is no grants file. */
        public Builder grantAll() {
            grantsAll = true;
            return this;
        }

        /** The token that the host requires of the broker. */
        public Builder token(BearerToken secret) {
            token = () -> secret;
            return this;
        }

        /**
         * The token that the host requires of the broker, from the first line of a file, which is read again when it changes.
         *
         * @throws IllegalArgumentException if the file cannot be read, or its token is malformed
         */
        public Builder tokenFile(Path file) {
            token = new ReloadingFile<>(
                    file,
                    from -> new BearerToken(Secret.read(from, BearerToken.SHORTEST, BearerToken.LONGEST)
                            .value()),
                    System::nanoTime);
            return this;
        }

        /** Proxies in front of the broker whose {@code X-Forwarded-For} is believed; none unless set. */
        public Builder trustedProxies(TrustedProxies proxies) {
            trustedProxies = proxies;
            return this;
        }

        /** Adds another authentication scheme. */
        public Builder authenticator(Authenticator another) {
            authenticators.add(() -> another);
            return this;
        }

        /** Adds another authentication scheme, which is opened when a broker starts. */
        public Builder scheme(Supplier<Authenticator> opened) {
            authenticators.add(opened);
            return this;
        }

        /** The audit log, which is opened when a broker starts, and closed with it; none unless set. */
        public Builder audit(Supplier<Audit> opened) {
            audit = opened;
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
         * @throws IllegalArgumentException if something is missing, a file of TLS cannot be used, or the host is another machine without TLS and that is not
         *     allowed
         */
        public BrokerConfiguration build() {
            return new BrokerConfiguration(
                    source == null ? fixedHosts() : source,
                    plainHostAllowed,
                    hostTls(),
                    Optional.ofNullable(passwordFile),
                    Optional.ofNullable(grantsFile),
                    grantsAll,
                    Optional.ofNullable(token),
                    trustedProxies,
                    authenticators,
                    limits,
                    audit);
        }

        private HostSource fixedHosts() {
            FixedHosts list = fixed == null ? FixedHosts.of(surrogateHosts) : fixed;
            if (list.hosts().isEmpty()) {
                throw new IllegalArgumentException("the surrogate host's URI is missing");
            }
            for (KnownHost host : list.hosts()) {
                PlainText.check("surrogate host", host.base(), plainHostAllowed, "allow-plain-host");
            }
            return new HostSource(list.toString(), () -> list);
        }
    }
}
