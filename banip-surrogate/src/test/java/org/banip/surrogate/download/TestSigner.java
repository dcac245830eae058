package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertPath;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Somebody who signs jars; keys and certificates are made by the JDK's keytool. */
public final class TestSigner {
    /** Of every key store. */
    public static final String PASSWORD = "changeit";
    /** Of every key. */
    public static final String ALIAS = "signer";

    private static final String CA = "ca";

    private final Path keyStore;

    private TestSigner(Path keyStore) {
        this.keyStore = keyStore;
    }

    /** One with a self-signed certificate and these further options of {@code keytool -genkeypair}. */
    public static TestSigner selfSigned(Path directory, String name, String... options) throws Exception {
        TestSigner signer = new TestSigner(directory.resolve(name + ".p12"));
        signer.generate(ALIAS, name, options);
        return signer;
    }

    /** One whose certificate is issued by an authority with a self-signed one. */
    static TestSigner certified(Path directory, String name, String... options) throws Exception {
        TestSigner signer = new TestSigner(directory.resolve(name + ".p12"));
        signer.generate(CA, name + " authority", "-ext", "bc:c");
        signer.generate(ALIAS, name);
        Path request = directory.resolve(name + ".csr");
        Path certificate = directory.resolve(name + ".crt");
        signer.keytool("-certreq", "-alias", ALIAS, "-file", request.toString());
        List<String> issue = new ArrayList<>(
                List.of("-gencert", "-alias", CA, "-infile", "" + request, "-outfile", "" + certificate));
        issue.addAll(List.of(options));
        signer.keytool(issue.toArray(String[]::new));
        signer.keytool("-importcert", "-noprompt", "-alias", ALIAS, "-file", certificate.toString());
        return signer;
    }

    private void generate(String alias, String name, String... options) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-dname", "CN=" + name));
        arguments.addAll(List.of(options));
        keytool(arguments.toArray(String[]::new));
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-J-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", keyStore.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** PKCS#12 with its key. */
    public Path keyStore() {
        return keyStore;
    }

    PrivateKey key() throws GeneralSecurityException, IOException {
        return (PrivateKey) store().getKey(ALIAS, PASSWORD.toCharArray());
    }

    CertPath path() throws GeneralSecurityException, IOException {
        return CertificateFactory.getInstance("X.509").generateCertPath(List.of(store().getCertificateChain(ALIAS)));
    }

    X509Certificate certificate() throws GeneralSecurityException, IOException {
        return (X509Certificate) store().getCertificate(ALIAS);
    }

    X509Certificate authority() throws GeneralSecurityException, IOException {
        return (X509Certificate) store().getCertificate(CA);
    }

    private KeyStore store() throws GeneralSecurityException, IOException {
        return KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
    }

    /** Writes its certificate as a trust store in PEM form. */
    public Path pem(Path file) throws GeneralSecurityException, IOException {
        return pem(file, certificate());
    }

    /** Writes certificates as a trust store in PEM form. */
    static Path pem(Path file, Certificate... certificates) throws GeneralSecurityException, IOException {
        StringBuilder text = new StringBuilder();
        for (Certificate certificate : certificates) {
            text.append("-----BEGIN CERTIFICATE-----\n")
                    .append(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded()))
                    .append("\n-----END CERTIFICATE-----\n");
        }
        return Files.writeString(file, text);
    }

    /** Writes a trust store in PKCS#12 form. */
    static Path pkcs12(Path file, X509Certificate certificate) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("trusted", certificate);
        try (var out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }
}
