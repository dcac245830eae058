package org.banip.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Enumeration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a private key and its certificates, and checks that they belong together. */
public final class KeyMaterial {
    /** RFC 7468, section 10. */
    private static final Pattern PKCS8 = Pattern.compile(
            "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----", Pattern.MULTILINE);

    private static final String ALIAS = "server";
    private static final byte[] PROBE = "BANip".getBytes(StandardCharsets.US_ASCII);

    private KeyMaterial() {}

    /**
     * A key store with exactly one key, under the files' own password.
     *
     * @throws IllegalArgumentException if a file is missing or malformed, or key and certificate do not belong together
     */
    public static KeyStore read(TlsFiles files) {
        try {
            return files.privateKey().isPresent()
                    ? pem(files.certificate(), files.privateKey().get())
                    : keyStore(files);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + e.getFile(), e);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(files + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static KeyStore keyStore(TlsFiles files) throws IOException, GeneralSecurityException {
        char[] password = files.password().toCharArray();
        if (!Files.exists(files.certificate())) {
            throw new NoSuchFileException(files.certificate().toString());
        }
        KeyStore store = KeyStore.getInstance(files.certificate().toFile(), password);
        for (Enumeration<String> aliases = store.aliases(); aliases.hasMoreElements(); ) {
            String alias = aliases.nextElement();
            if (store.isKeyEntry(alias) && store.getKey(alias, password) instanceof PrivateKey key) {
                check(key, store.getCertificate(alias).getPublicKey(), files.toString());
                return store;
            }
        }
        throw new IllegalArgumentException(files.certificate() + " has no private key");
    }

    private static KeyStore pem(Path certificate, Path privateKey) throws IOException, GeneralSecurityException {
        Certificate[] chain = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(certificate)))
                .toArray(Certificate[]::new);
        if (chain.length == 0) {
            throw new IllegalArgumentException(certificate + " has no certificate in PEM form");
        }
        PrivateKey key = key(privateKey, chain[0].getPublicKey().getAlgorithm());
        check(key, chain[0].getPublicKey(), certificate + " and " + privateKey);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(ALIAS, key, new char[0], chain);
        return store;
    }

    private static PrivateKey key(Path file, String algorithm) throws IOException, GeneralSecurityException {
        Matcher found = PKCS8.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!found.find()) {
            throw new IllegalArgumentException(
                    file
                            + " has no key in PEM form that begins with BEGIN PRIVATE KEY; convert it with openssl pkcs8 -topk8 -nocrypt");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    /** While files are being replaced, one may be new and the other old. */
    private static void check(PrivateKey key, PublicKey certified, String where) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(
                switch (key.getAlgorithm()) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    default -> key.getAlgorithm();
                });
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(PROBE);
        if (!signature.verify(signed)) {
            throw new IllegalArgumentException(where + ": the certificate is not that of the private key");
        }
    }
}
