package org.banip.surrogate.standalone;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostSettings;

/**
 * Where and how a stand-alone host listens. On more than loopback it needs the broker's token, and TLS unless plain HTTP is
 * allowed by name.
 *
 * @param address where it listens; port 0: any that is free
 * @param access who may use it
 * @param tls key and certificate; empty: plain HTTP
 * @param allowPlainRemote whether plain HTTP is allowed on more than loopback, where the network itself protects it
 * @param threads most threads, at least 6; they do not grow with the number of open requests
 * @param connections most open connections; one more is refused at once
 * @param head how long a connection may take to bring a request's head
 * @param idle after which a connection without a request is closed
 */
public record HostServerSettings(
        InetSocketAddress address,
        AccessSettings access,
        Optional<TlsFiles> tls,
        boolean allowPlainRemote,
        int threads,
        int connections,
        Duration head,
        Duration idle) {
    /** Checks that it is safe and in range. */
    public HostServerSettings {
        boolean loopback = address.getAddress() != null && address.getAddress().isLoopbackAddress();
        if (!loopback && access.brokerToken().isEmpty()) {
            throw new IllegalArgumentException("to listen on " + address.getHostString()
                    + ", which is more than loopback, the host needs a broker token (broker-token-file)");
        }
        if (!loopback && tls.isEmpty() && !allowPlainRemote) {
            throw new IllegalArgumentException("to listen on " + address.getHostString()
                    + ", which is more than loopback, the host needs TLS (certificate-file, key-store), or plain HTTP must be allowed"
                    + " (allow-plain)");
        }
        if (threads < 6
                || connections < 1
                || head.isNegative()
                || head.isZero()
                || idle.isNegative()
                || idle.isZero()) {
            throw new IllegalArgumentException("threads " + threads + " (at least 6), connections " + connections
                    + " (at least 1), head time " + head + " (above 0), idle time " + idle + " (above 0)");
        }
    }

    /** Any free port of 127.0.0.1, plain HTTP, callers on loopback, 16 threads, 20,000 connections, 15 s for a head, a minute idle. */
    public static HostServerSettings loopback() {
        return builder().build();
    }

    /**
     * How a host listens, as an operator set it.
     *
     * @throws IllegalArgumentException if that would be unsafe, or a key store is named without its password
     */
    public static HostServerSettings of(HostSettings settings) {
        Builder builder = builder()
                .address(settings.get(HostSettings.LISTEN), settings.get(HostSettings.PORT))
                .access(settings.access())
                .allowPlainRemote(settings.get(HostSettings.ALLOW_PLAIN))
                .threads(settings.get(HostSettings.THREADS))
                .connections(settings.get(HostSettings.CONNECTIONS))
                .idle(settings.get(HostSettings.IDLE));
        settings.tls().ifPresent(builder::tls);
        return builder.build();
    }

    /** Settings that begin as {@link #loopback}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects settings. */
    public static final class Builder {
        private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private AccessSettings access = AccessSettings.LOOPBACK_ONLY;
        private Optional<TlsFiles> tls = Optional.empty();
        private boolean allowPlainRemote;
        private int threads = 16;
        private int connections = 20_000;
        private Duration head = Duration.ofSeconds(15);
        private Duration idle = Duration.ofMinutes(1);

        private Builder() {}

        /** Where it listens. */
        public Builder address(String host, int port) {
            address = new InetSocketAddress(host, port);
            return this;
        }

        /** Who may use it. */
        public Builder access(AccessSettings settings) {
            access = settings;
            return this;
        }

        /** Key and certificate. */
        public Builder tls(TlsFiles settings) {
            tls = Optional.of(settings);
            return this;
        }

        /** Allows plain HTTP on more than loopback. */
        public Builder allowPlainRemote(boolean allow) {
            allowPlainRemote = allow;
            return this;
        }

        /** Most threads. */
        public Builder threads(int most) {
            threads = most;
            return this;
        }

        /** Most open connections. */
        public Builder connections(int most) {
            connections = most;
            return this;
        }

        /** How long a connection may take to bring a request's head. */
        public Builder head(Duration time) {
            head = time;
            return this;
        }

        /** After which a connection without a request is closed. */
        public Builder idle(Duration time) {
            idle = time;
            return this;
        }

        /** The settings, checked. */
        public HostServerSettings build() {
            return new HostServerSettings(address, access, tls, allowPlainRemote, threads, connections, head, idle);
        }
    }
}
