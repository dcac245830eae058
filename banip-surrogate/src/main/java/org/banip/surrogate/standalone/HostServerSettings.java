package org.banip.surrogate.standalone;

import java.time.Duration;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.Listening;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostSettings;

/**
 * Where and how a stand-alone host listens. On more than loopback it needs the broker's token or certificate, and TLS unless plain HTTP is
 * allowed by name.
 *
 * @param where address, TLS and bounds of connections
 * @param access who may use it
 * @param threads most threads, at least 6; they do not grow with the number of open requests
 * @param viewers whether it serves viewers as well, not MBUs and brokers only
 */
public record HostServerSettings(Listening where, AccessSettings access, int threads, boolean viewers) {
    private static final int FEWEST_THREADS = 6;

    /** Checks that it is safe and in range. */
    public HostServerSettings {
        if (!access.demandsOfBrokers() && !where.isLoopback()) {
            throw new IllegalArgumentException("to listen on " + where.host()
                    + ", which is more than loopback, the host needs a broker token (broker-token-file) or brokers' certificates (broker-ca),"
                    + " and TLS (certificate-file or key-store) or allow-plain");
        }
        where.checkSafe("tokens and signals");
        if (access.brokerCertificates().isPresent()) {
            if (where.tls().isEmpty()) {
                throw new IllegalArgumentException(
                        "broker-ca needs TLS, in which certificates are shown; set key-store or certificate-file");
            }
            where = where.askingFor(access.brokerCertificates().get().authorities());
        }
        if (threads < FEWEST_THREADS) {
            throw new IllegalArgumentException(
                    "threads is " + threads + ", at least " + FEWEST_THREADS + " are needed");
        }
    }

    /** Any free port of 127.0.0.1, plain HTTP, callers on loopback, the default bounds and number of threads. */
    public static HostServerSettings loopback() {
        return builder().build();
    }

    /**
     * How a host listens, as an operator set it.
     *
     * @throws IllegalArgumentException if that would be unsafe, or a key store is named without its password
     */
    public static HostServerSettings of(HostSettings settings) {
        return new HostServerSettings(
                settings.listening(), settings.access(), settings.get(HostSettings.THREADS), true);
    }

    /** Settings that begin as {@link #loopback}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects settings. */
    public static final class Builder {
        private Listening where = Listening.loopback(HostSettings.CONNECTION_LIMITS, 0);
        private AccessSettings access = AccessSettings.LOOPBACK_ONLY;
        private int threads = 16;
        private boolean viewers = true;

        private Builder() {}

        /** Where it listens. */
        public Builder address(String host, int port) {
            where = where.at(host, port);
            return this;
        }

        /** Who may use it. */
        public Builder access(AccessSettings settings) {
            access = settings;
            return this;
        }

        /** Key and certificate. */
        public Builder tls(TlsFiles settings) {
            where = where.with(settings);
            return this;
        }

        /** Allows plain HTTP on more than loopback. */
        public Builder allowPlainRemote(boolean allow) {
            where = where.allowingPlain(allow);
            return this;
        }

        /** Serves MBUs and brokers only: no live page, no lists, no exports. */
        public Builder withoutViewers() {
            viewers = false;
            return this;
        }

        /** Most threads. */
        public Builder threads(int most) {
            threads = most;
            return this;
        }

        /** Most open connections, which may all be of one address. */
        public Builder connections(int most) {
            ConnectionLimits limits = where.limits();
            where = where.within(new ConnectionLimits(most, most, limits.headBytes(), limits.head(), limits.idle()));
            return this;
        }

        /** How long a connection may take to bring a request's head. */
        public Builder head(Duration time) {
            ConnectionLimits limits = where.limits();
            where = where.within(new ConnectionLimits(
                    limits.connections(), limits.perAddress(), limits.headBytes(), time, limits.idle()));
            return this;
        }

        /** The settings, checked. */
        public HostServerSettings build() {
            return new HostServerSettings(where, access, threads, viewers);
        }
    }
}
