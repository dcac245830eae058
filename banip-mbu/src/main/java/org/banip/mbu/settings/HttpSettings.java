package org.banip.mbu.settings;

import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * How an uplink uses sockets and HTTP. Immutable.
 *
 * @param sendBufferBytes SO_SNDBUF; 0 for the system's default. It is small, so that urgent packets overtake others in the spool and do not wait
 *     behind megabytes in the kernel
 * @param sendBufferGrows whether {@code duplex} gives a path that carries more than that in its round trip a larger send buffer
 * @param receiveBufferBytes SO_RCVBUF; 0 for the system's default
 * @param tcpNoDelay TCP_NODELAY: a frame leaves at once and does not wait for the acknowledgement of the frame before it
 * @param tcpKeepAlive SO_KEEPALIVE; the protocol has keep-alives of its own
 * @param connectTimeout time-out for making a connection, TLS included
 * @param responseTimeout time-out for an answer; never less than the keep-alive intervals that may be missed
 * @param localAddress the local address of connections, which selects the network; empty for the system's default
 * @param sslContext trusted certificates; empty for the platform's default
 * @param trustManager decides which certificates are trusted, for uplinks over QUIC, which cannot use an {@code SSLContext}
 * @param keyManager has the MBU's own key and certificate, for a broker that authenticates by certificates; empty for none
 * @param compactHeaders whether requests carry only the headers that HTTP and BANip need
 * @param probeInterval how often {@code chunked} checks whether an idle data request is still connected
 * @param maxChunkBytes the maximum size of a chunk of {@code chunked} when several packets are ready
 */
public record HttpSettings(
        int sendBufferBytes,
        boolean sendBufferGrows,
        int receiveBufferBytes,
        boolean tcpNoDelay,
        boolean tcpKeepAlive,
        Duration connectTimeout,
        Duration responseTimeout,
        Optional<InetAddress> localAddress,
        Optional<SSLContext> sslContext,
        Optional<X509ExtendedTrustManager> trustManager,
        Optional<X509ExtendedKeyManager> keyManager,
        boolean compactHeaders,
        Duration probeInterval,
        int maxChunkBytes) {
    /** A send buffer of 64 KiB that grows, TCP_NODELAY, 10 s to connect, 15 s to answer, compact headers, chunks of 16 KiB. */
    public static final HttpSettings DEFAULT = builder().build();

    /** Checks the values. */
    public HttpSettings {
        check("sendBufferBytes", sendBufferBytes, 0, 1 << 30);
        check("receiveBufferBytes", receiveBufferBytes, 0, 1 << 30);
        check("connectTimeout in ms", connectTimeout.toMillis(), 1, 3_600_000);
        check("responseTimeout in ms", responseTimeout.toMillis(), 1, 3_600_000);
        check("probeInterval in ms", probeInterval.toMillis(), 1, 3_600_000);
        check("maxChunkBytes", maxChunkBytes, 1, 1 << 20);
    }

    private static void check(String what, long seen, long min, long max) {
        if (seen < min || seen > max) {
            throw new IllegalArgumentException("HTTP: " + what + " " + seen + " is outside " + min + " to " + max);
        }
    }

    /** The same with another local address. */
    public HttpSettings from(InetAddress address) {
        return new HttpSettings(
                sendBufferBytes,
                sendBufferGrows,
                receiveBufferBytes,
                tcpNoDelay,
                tcpKeepAlive,
                connectTimeout,
                responseTimeout,
                Optional.of(address),
                sslContext,
                trustManager,
                keyManager,
                compactHeaders,
                probeInterval,
                maxChunkBytes);
    }

    /** A builder that starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Takes the settings. One thread at a time. */
    public static final class Builder {
        private int sendBufferBytes = 64 << 10;
        private boolean sendBufferGrows = true;
        private int receiveBufferBytes;
        private boolean tcpNoDelay = true;
        private boolean tcpKeepAlive;
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration responseTimeout = Duration.ofSeconds(15);
        private Optional<InetAddress> localAddress = Optional.empty();
        private Optional<SSLContext> sslContext = Optional.empty();
        private Optional<X509ExtendedTrustManager> trustManager = Optional.empty();
        private Optional<X509ExtendedKeyManager> keyManager = Optional.empty();
        private boolean compactHeaders = true;
        private Duration probeInterval = Duration.ofSeconds(1);
        private int maxChunkBytes = 16 << 10;

        private Builder() {}

        /** SO_SNDBUF in bytes, whatever a path carries; 0 for the system's default. */
        public Builder sendBufferBytes(int bytes) {
            sendBufferBytes = bytes;
            sendBufferGrows = false;
            return this;
        }

        /** SO_RCVBUF in bytes; 0 for the system's default. */
        public Builder receiveBufferBytes(int bytes) {
            receiveBufferBytes = bytes;
            return this;
        }

        /** Whether a frame leaves at once (TCP_NODELAY). */
        public Builder tcpNoDelay(boolean on) {
            tcpNoDelay = on;
            return this;
        }

        /** Whether TCP sends its own keep-alives. */
        public Builder tcpKeepAlive(boolean on) {
            tcpKeepAlive = on;
            return this;
        }

        /** The time-out for making a connection. */
        public Builder connectTimeout(Duration timeout) {
            connectTimeout = timeout;
            return this;
        }

        /** The time-out for an answer. */
        public Builder responseTimeout(Duration timeout) {
            responseTimeout = timeout;
            return this;
        }

        /** The local address of connections. */
        public Builder localAddress(InetAddress address) {
            localAddress = Optional.of(address);
            return this;
        }

        /** The trusted certificates. Uplinks over QUIC cannot use it: {@link #trustManager} suits all. */
        public Builder sslContext(SSLContext context) {
            sslContext = Optional.of(context);
            trustManager = Optional.empty();
            return this;
        }

        /**
         * Trusts the certificates of a file in PEM form, and no others, for example those of an authority of your own.
         *
         * @throws IllegalArgumentException if the file cannot be read or has no certificate
         */
        public Builder trust(Path pemFile) {
            return trustManager(PemTrust.of(pemFile));
        }

        /** Decides which certificates are trusted. */
        public Builder trustManager(X509ExtendedTrustManager trusts) {
            sslContext = Optional.empty();
            trustManager = Optional.of(trusts);
            return this;
        }

        /**
         * The MBU's own key and certificate, which a broker may ask for. It is asked for them in each handshake, so it may change them. An {@link
         * #sslContext} must have them itself.
         */
        public Builder keyManager(X509ExtendedKeyManager own) {
            keyManager = Optional.of(own);
            return this;
        }

        /**
         * The same from a key store, for example Android's.
         *
         * @param password of the keys in it; empty if they need none
         * @throws IllegalArgumentException if there is no key in it, or it cannot be read with the password
         */
        public Builder keyStore(KeyStore store, char[] password) {
            try {
                KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                factory.init(store, password);
                for (KeyManager manager : factory.getKeyManagers()) {
                    if (manager instanceof X509ExtendedKeyManager x509) {
                        return keyManager(x509);
                    }
                }
                throw new IllegalArgumentException("this platform has no key manager for certificates");
            } catch (GeneralSecurityException e) {
                throw new IllegalArgumentException("the key store cannot be used: " + e.getMessage(), e);
            }
        }

        private Optional<SSLContext> tls() {
            if (sslContext.isPresent()) {
                if (keyManager.isPresent()) {
                    throw new IllegalArgumentException("HTTP: an SSLContext must have the MBU's own key itself");
                }
                return sslContext;
            }
            if (!trustManager.isPresent() && !keyManager.isPresent()) {
                return Optional.empty();
            }
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(
                        keyManager.map(own -> new KeyManager[] {own}).orElse(null),
                        trustManager.map(trusts -> new TrustManager[] {trusts}).orElse(null),
                        null);
                return Optional.of(context);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this platform has no TLS", e);
            }
        }

        /** Whether requests carry only the headers that are needed. */
        public Builder compactHeaders(boolean on) {
            compactHeaders = on;
            return this;
        }

        /** How often an idle data request is checked. */
        public Builder probeInterval(Duration interval) {
            probeInterval = interval;
            return this;
        }

        /** The maximum size of a chunk of {@code chunked}. */
        public Builder maxChunkBytes(int bytes) {
            maxChunkBytes = bytes;
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException if a value is not allowed, or there are an {@link #sslContext} and a {@link #keyManager}
         * @throws IllegalStateException if the platform has no TLS
         */
        public HttpSettings build() {
            return new HttpSettings(
                    sendBufferBytes,
                    sendBufferGrows,
                    receiveBufferBytes,
                    tcpNoDelay,
                    tcpKeepAlive,
                    connectTimeout,
                    responseTimeout,
                    localAddress,
                    tls(),
                    trustManager,
                    keyManager,
                    compactHeaders,
                    probeInterval,
                    maxChunkBytes);
        }
    }
}
