package org.banip.surrogate.jini.transport;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TrustedCertificates;

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
        store(trustStore(), "host", "client");
        Files.writeString(trustedPem(), pem("host") + pem("client"));
        Files.writeString(passwordFile(), TestKeys.PASSWORD);
    }

    private void store(Path file, String... names) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (String name : names) {
            trusted.setCertificateEntry(name, certificate(name));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, TestKeys.PASSWORD.toCharArray());
        }
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

    /** Only the certificate of this one. */
    public Path trustStoreOf(String name) throws Exception {
        Path file = directory.resolve("only-" + name + ".p12");
        store(file, name);
        return file;
    }

    /** Has the password of all these files. */
    public Path passwordFile() {
        return directory.resolve("password");
    }

    /** The certificate of one of the three. */
    public Certificate certificate(String name) throws Exception {
        return KeyStore.getInstance(keyStore(name).toFile(), TestKeys.PASSWORD.toCharArray())
                .getCertificate(CERTIFICATE_OF);
    }

    /** The same in PEM form. */
    private Path trustedPem() {
        return directory.resolve("trusted.pem");
    }

    /** Makes sockets as one of the three. */
    public SSLSocketFactory sockets(String name) {
        return contexts(name).newest().context().getSocketFactory();
    }

    /** TLS as one of the three. The client reads whom it trusts from PEM, the others from a store. */
    public TlsContexts contexts(String name) {
        return name.equals("client")
                ? TlsContexts.of(keyStore(name), TestKeys.PASSWORD, trustedPem(), "")
                : TlsContexts.of(keyStore(name), TestKeys.PASSWORD, trustStore(), TestKeys.PASSWORD);
    }

    /** TLS of one who has no certificate, and trusts the others. */
    public TlsContexts withoutCertificate() throws Exception {
        X509ExtendedTrustManager trusted =
                TrustedCertificates.trustManager(trustStore(), Optional.of(TestKeys.PASSWORD));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trusted}, null);
        TlsContexts.State state = new TlsContexts.State(context, trusted);
        return new TlsContexts(() -> state);
    }

    /** Loopback with this TLS. */
    public static Transport transport(TlsContexts contexts) {
        return new Transport("127.0.0.1", 64, Optional.of(contexts));
    }
}
