package org.banip.app.certificate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Java's keytool, which works on a key store in a temporary folder; the folder is deleted on close. The store's password is random and reaches
 * keytool by its environment, which other users cannot read. One thread.
 */
final class Keytool implements AutoCloseable {
    private static final String STORE_TYPE = "PKCS12";
    private static final String PASSWORD = "BANIP_KEYTOOL_PASSWORD";
    private static final int PASSWORD_BYTES = 18;

    private final Path folder;
    private final Path store;
    private final String password = randomPassword();

    Keytool() {
        try {
            folder = Files.createTempDirectory("banip-keys-"); // readable by its owner only
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder can be created: " + e.getMessage(), e);
        }
        store = folder.resolve("keys.p12");
    }

    private static String randomPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** A key and its certificate. */
    record Entry(PrivateKey key, Certificate certificate) {}

    /** Puts a key into the store. */
    void put(String alias, Entry entry) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance(STORE_TYPE);
        keys.load(null, null);
        keys.setKeyEntry(alias, entry.key(), password.toCharArray(), new Certificate[] {entry.certificate()});
        try (OutputStream out = Files.newOutputStream(store)) {
            keys.store(out, password.toCharArray());
        }
    }

    /**
     * Makes a key and a certificate: EC on P-256, signed with SHA-256, which Java, browsers and BoringSSL accept. It is valid since a day ago, so that
     * clocks may differ.
     *
     * @param more options of keytool
     */
    Entry make(String alias, String subject, long days, List<String> more)
            throws GeneralSecurityException, IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:+IgnoreUnrecognizedVMOptions",
                "-J-XX:TieredStopAtLevel=1", // it ends soon
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-sigalg",
                "SHA256withECDSA",
                "-dname",
                "CN=" + subject,
                "-startdate",
                "-1d",
                "-validity",
                Long.toString(days + 1)));
        command.addAll(more);
        command.addAll(List.of("-storetype", STORE_TYPE, "-keystore", store.toString(), "-storepass:env", PASSWORD));
        run(command);
        KeyStore keys = KeyStore.getInstance(STORE_TYPE);
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password.toCharArray());
        }
        return new Entry((PrivateKey) keys.getKey(alias, password.toCharArray()), keys.getCertificate(alias));
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put(PASSWORD, password);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(
                    "keytool failed: " + said.strip().lines().findFirst().orElse("it said nothing"));
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(store);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder + ": " + e.getMessage(), e);
        }
    }
}
