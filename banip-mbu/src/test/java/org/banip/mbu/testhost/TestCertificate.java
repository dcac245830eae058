package org.banip.mbu.testhost;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A certificate for localhost that only its own contexts trust. The JDK's keytool makes it. */
public final class TestCertificate {
    /** Another name for which it is; no system knows it. */
    public static final String LOCAL_NAME = "banip-test-wsb.local";

    private static final char[] PASSWORD = "changeit".toCharArray();

    private final KeyStore store;

    private TestCertificate(KeyStore store) {
        this.store = store;
    }

    /** Makes a certificate in a directory. */
    public static TestCertificate make(Path directory)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path file = directory.resolve("localhost.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                "localhost",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,dns:" + LOCAL_NAME,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD));
        Process keytool = new ProcessBuilder(command).inheritIO().start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IOException("keytool failed");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return new TestCertificate(store);
    }

    /** For the host. */
    public SSLContext server() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** For the host; counts the handshakes that need the key, so all but those that resume a session. */
    public SSLContext server(AtomicInteger fullHandshakes) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        X509ExtendedKeyManager counted =
                new CountedKeys((X509ExtendedKeyManager) keys.getKeyManagers()[0], fullHandshakes);
        context.init(new KeyManager[] {counted}, null, null);
        return context;
    }

    /** For a host whose TLS is not the JDK's. */
    public KeyManagerFactory keyManagers() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        return keys;
    }

    /** The password of the key. */
    public String password() {
        return new String(PASSWORD);
    }

    /** For an MBU that trusts the host, over every version of HTTP. */
    public X509ExtendedTrustManager trustManager() throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return (X509ExtendedTrustManager) trust.getTrustManagers()[0];
    }

    /** For an MBU that trusts the host. */
    public SSLContext client() throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
