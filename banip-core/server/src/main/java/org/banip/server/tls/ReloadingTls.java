package org.banip.server.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.banip.server.file.ReloadingFile;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a server whose key and certificate are read again when a file changes: the next handshake uses the new ones, connections that
 * exist go on. Looks at the files at most once a second, when a handshake begins. Files that are malformed, or of which one is new and
 * the other is not yet, leave the last good certificate in use and are reported once per change. A server warns of a certificate that has expired
 * or soon expires. Any thread.
 */
public final class ReloadingTls extends X509ExtendedKeyManager {
    private final AtomicLong read = new AtomicLong();
    private final ReloadingFile<Generation> newest;
    /** Empty for a client, and for a server whose certificate is read elsewhere, too. */
    private final Optional<CertificateExpiry> expiry;

    /** Replaced together, under the monitor. A handshake under way may still ask for what the previous one chose. */
    private volatile Generations generations;

    /** A key manager per state of the files; its aliases begin with the number. */
    private record Generation(long number, X509ExtendedKeyManager keys) {
        String own(String alias) {
            return number + ":" + alias;
        }
    }

    private record Generations(Generation current, Generation previous) {
        @Nullable
        Generation of(String alias) {
            String number = alias.substring(0, alias.indexOf(':'));
            if (number.equals(Long.toString(current.number()))) {
                return current;
            }
            return number.equals(Long.toString(previous.number())) ? previous : null;
        }
    }

    private ReloadingTls(TlsFiles files, LongSupplier nanoClock, Optional<CertificateExpiry> expiry) {
        this.expiry = expiry;
        newest = new ReloadingFile<>(
                files.files(),
                files.toString(),
                () -> new Generation(read.getAndIncrement(), readKeys(files, expiry)),
                nanoClock);
        Generation first = newest.get();
        generations = new Generations(first, first);
    }

    /**
     * The TLS context of a server.
     *
     * @throws IllegalArgumentException if a file is missing or malformed, or key and certificate do not belong together
     */
    public static SSLContext context(TlsFiles files) {
        return context(files, System::nanoTime);
    }

    /**
     * The TLS context of a server that asks clients for certificates.
     *
     * @param clients what it does with them
     * @throws IllegalArgumentException as {@link #context}
     */
    public static SSLContext context(TlsFiles files, ClaimedCertificates clients) {
        return context(server(files, System::nanoTime), new TrustManager[] {clients});
    }

    /**
     * Key and certificate for a TLS of one's own, of a server or a client.
     *
     * @throws IllegalArgumentException as {@link #context}
     */
    public static X509ExtendedKeyManager keys(TlsFiles files) {
        return new ReloadingTls(files, System::nanoTime, Optional.empty());
    }

    static SSLContext context(TlsFiles files, LongSupplier nanoClock) {
        return context(server(files, nanoClock), null);
    }

    private static ReloadingTls server(TlsFiles files, LongSupplier nanoClock) {
        CertificateExpiry expiry = new CertificateExpiry(files, nanoClock, Clock.systemUTC());
        return new ReloadingTls(files, nanoClock, Optional.of(expiry));
    }

    private static SSLContext context(ReloadingTls keys, TrustManager @Nullable [] trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    private static X509ExtendedKeyManager readKeys(TlsFiles files, Optional<CertificateExpiry> expiry) {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509");
            KeyStore read = KeyMaterial.read(files);
            factory.init(read, files.password().toCharArray());
            if (expiry.isPresent()) {
                expiry.get().read(read);
            }
            return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(files + " cannot be used: " + e.getMessage(), e);
        }
    }

    private Generation current() {
        Generation now = newest.get();
        expiry.ifPresent(CertificateExpiry::used);
        if (now.number() > generations.current().number()) {
            replace(now);
        }
        return generations.current();
    }

    private synchronized void replace(Generation now) {
        if (now.number() > generations.current().number()) {
            generations = new Generations(now, generations.current());
        }
    }

    private static @Nullable String own(Generation generation, @Nullable String alias) {
        return alias == null ? null : generation.own(alias);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        Generation generation = current();
        return own(generation, generation.keys().chooseEngineServerAlias(keyType, issuers, engine));
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
        Generation generation = current();
        return own(generation, generation.keys().chooseServerAlias(keyType, issuers, socket));
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        Generation generation = generations.of(alias);
        return generation == null
                ? null
                : generation.keys().getCertificateChain(alias.substring(alias.indexOf(':') + 1));
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        Generation generation = generations.of(alias);
        return generation == null ? null : generation.keys().getPrivateKey(alias.substring(alias.indexOf(':') + 1));
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null; // Only the choosing methods are used in a handshake.
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyType, Principal @Nullable [] issuers, Socket socket) {
        Generation generation = current();
        return own(generation, generation.keys().chooseClientAlias(keyType, issuers, socket));
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        Generation generation = current();
        return own(generation, generation.keys().chooseEngineClientAlias(keyType, issuers, engine));
    }
}
