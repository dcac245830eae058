package org.banip.server.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Keys and certificates for tests, made by the JDK's keytool. */
public final class TestKeys {
    /** Of every key store. */
    public static final String PASSWORD = "changeit";

    private TestKeys() {}

    /** Makes a PKCS#12 file with a key and a certificate for this name and the loopback address. */
    public static Path make(Path file, String algorithm, String name) throws Exception {
        return make(file, algorithm, name, 0, 90);
    }

    /** The same. The certificate became valid {@code daysAgo} days ago, and is valid for {@code days} days in all. */
    public static Path make(Path file, String algorithm, String name, int daysAgo, int days) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-startdate",
                        "-" + daysAgo + "d",
                        "-validity",
                        Integer.toString(days),
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return file;
    }
}
