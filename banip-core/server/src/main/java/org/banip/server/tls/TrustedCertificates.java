package org.banip.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.core.text.FileError;

/** The certificates that an operator trusts: a file in PEM form, PKCS#12 or JKS. */
public final class TrustedCertificates {
    private static final String PEM = "-----BEGIN CERTIFICATE-----";

    private TrustedCertificates() {}

    /**
     * All certificates of a file in PEM form, or all trusted ones of a PKCS#12 or JKS file.
     *
     * @throws IllegalArgumentException if the file cannot be read or has none
     */
    public static List<X509Certificate> read(Path file, Optional<String> password) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            List<X509Certificate> found = isPem(bytes) ? pem(bytes) : trusted(file, password);
            if (found.isEmpty()) {
                throw new IllegalArgumentException(file + " has no trusted certificate"
                        + (password.isPresent() ? "" : " that can be read without a password")
                        + "; 'keytool -importcert' adds one");
            }
            return found;
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(file, e), e);
        } catch (KeyStoreException e) {
            throw new IllegalArgumentException(
                    file + " has no certificate in PEM form ('" + PEM + "'), and is neither a PKCS#12 nor a JKS file",
                    e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(file + " has no certificates that can be read: " + e.getMessage(), e);
        }
    }

    private static List<X509Certificate> pem(byte[] bytes) throws GeneralSecurityException {
        List<X509Certificate> found = new ArrayList<>();
        for (Certificate certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
            found.add((X509Certificate) certificate);
        }
        return found;
    }

    private static List<X509Certificate> trusted(Path file, Optional<String> password)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(
                file.toFile(), password.map(String::toCharArray).orElse(null));
        List<X509Certificate> found = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isCertificateEntry(alias) && store.getCertificate(alias) instanceof X509Certificate trusted) {
                found.add(trusted);
            }
        }
        return found;
    }

    /** Whether the file has certificates in PEM form, which need no password. */
    public static boolean isPem(Path file) {
        try {
            return isPem(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(file, e), e);
        }
    }

    private static boolean isPem(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(PEM);
    }

    /**
     * A store with the trusted certificates of a file.
     *
     * @throws IllegalArgumentException if the file cannot be read or has none
     */
    public static KeyStore store(Path file, Optional<String> password) {
        List<X509Certificate> authorities = read(file, password);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry(Integer.toString(i), authorities.get(i));
            }
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(file + " cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * TLS of a client that trusts the certificates of this file only. One context serves all connections of a client, so that they can
     * resume sessions.
     *
     * @param file in PEM form, or a store that can be read without a password
     * @throws IllegalArgumentException if the file cannot be read or has none
     */
    public static SSLContext client(Path file) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trustManager(file)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(file + " cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * Trusts the certificates of this file only.
     *
     * @param file in PEM form, or a store that can be read without a password
     * @throws IllegalArgumentException if the file cannot be read or has none
     */
    public static X509ExtendedTrustManager trustManager(Path file) {
        return trustManager(file, Optional.empty());
    }

    /**
     * Trusts the certificates of this file only.
     *
     * @param password of a store; a file in PEM form needs none
     * @throws IllegalArgumentException if the file cannot be read or has none
     */
    public static X509ExtendedTrustManager trustManager(Path file, Optional<String> password) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store(file, password));
            for (TrustManager manager : trust.getTrustManagers()) {
                if (manager instanceof X509ExtendedTrustManager certificates) {
                    return certificates;
                }
            }
            throw new GeneralSecurityException("this platform has no trust manager for certificates");
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(file + " cannot be used: " + e.getMessage(), e);
        }
    }
}
