package org.banip.surrogate.jini.transport;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.banip.server.tls.TestKeys;

/** Key stores of three JVMs, made by keytool: two that trust each other, and a foreign one that trusts them. */
public final class TestTls {
    private static final String CERTIFICATE_OF = "server";

    private final Path directory;

    /** Makes the files. */
    public TestTls(Path directory) throws Exception {
        this.directory = directory;
        for (String name : new String[] {"host", "client", "foreign"}) {
            TestKeys.make(keyStore(name), "EC", name);
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("host", certificate("host"));
        trusted.setCertificateEntry("client", certificate("client"));
        try (OutputStream out = Files.newOutputStream(trustStore())) {
            trusted.store(out, TestKeys.PASSWORD.toCharArray());
        }
        Files.writeString(trustedPem(), pem("host") + pem("client"));
        Files.writeString(passwordFile(), TestKeys.PASSWORD);
    }

    private String pem(String name) throws Exception {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate(name).getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    /** Key and certificate of {@code host}, {@code client} or {@code foreign}. */
    public Path keyStore(String name) {
        return directory.resolve(name + ".p12");
    }

    /** The certificates of host and client. */
    public Path trustStore() {
        return directory.resolve("trusted.p12");
    }

    /** Has the password of all these files. */
    public Path passwordFile() {
        return directory.resolve("password");
    }

    private Certificate certificate(String name) throws Exception {
        return KeyStore.getInstance(keyStore(name).toFile(), TestKeys.PASSWORD.toCharArray())
                .getCertificate(CERTIFICATE_OF);
    }

    /** The same in PEM form. */
    private Path trustedPem() {
        return directory.resolve("trusted.pem");
    }

    /** TLS as one of the three. The client reads whom it trusts from PEM, the others from a store. */
    public SSLContext context(String name) {
        return name.equals("client")
                ? TlsContexts.of(keyStore(name), TestKeys.PASSWORD, trustedPem(), "")
                : TlsContexts.of(keyStore(name), TestKeys.PASSWORD, trustStore(), TestKeys.PASSWORD);
    }

    /** TLS of one who has no certificate, and trusts the others. */
    public SSLContext withoutCertificate() throws Exception {
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(KeyStore.getInstance(trustStore().toFile(), TestKeys.PASSWORD.toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trusted.getTrustManagers(), null);
        return context;
    }

    /** Loopback with this TLS. */
    public static Transport transport(SSLContext context) {
        return new Transport("127.0.0.1", 64, Optional.of(context));
    }
}
