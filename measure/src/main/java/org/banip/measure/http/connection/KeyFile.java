package org.banip.measure.http.connection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** A key with its certificate, made for one measurement by the JDK's keytool. */
public record KeyFile(Path path) {
    /** The name in the certificate. */
    public static final String SERVER = "server.banip";

    private static final String PASSWORD = "measure";
    private static final String ALIAS = "measure";

    /** Makes the file in this folder. */
    public static KeyFile make(Path folder) throws IOException, InterruptedException {
        Path path = folder.resolve("key.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(List.of(
                        keytool,
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + SERVER,
                        "-ext",
                        "SAN=dns:" + SERVER,
                        "-alias",
                        ALIAS,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        path.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + said.strip());
        }
        return new KeyFile(path);
    }

    PrivateKey key() throws IOException {
        try {
            return (PrivateKey) open().getKey(ALIAS, PASSWORD.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read the key in " + path, e);
        }
    }

    X509Certificate certificate() throws IOException {
        try {
            return (X509Certificate) open().getCertificate(ALIAS);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read the certificate in " + path, e);
        }
    }

    private KeyStore open() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(path)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
