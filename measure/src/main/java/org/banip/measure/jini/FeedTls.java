package org.banip.measure.jini;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.surrogate.jini.transport.TlsContexts;
import org.banip.surrogate.jini.transport.Transport;

/** One key for both processes of a case, and the certificate that they trust; made by the JDK's keytool, and worth nothing elsewhere. */
final class FeedTls {
    private static final String PASSWORD = "measure";
    private static final int CONNECTIONS = 64;

    private FeedTls() {}

    private static Path keys(Path folder) {
        return folder.resolve("key.p12");
    }

    private static Path trusted(Path folder) {
        return folder.resolve("trusted.p12");
    }

    /** Makes the files, in a folder that only this user can read; {@link #remove} it. */
    static Path make() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("banip-measure-keys");
        try {
            makeIn(folder);
        } catch (IOException | InterruptedException | RuntimeException e) {
            remove(folder);
            throw e;
        }
        return folder;
    }

    /** Deletes the folder and its files. */
    static void remove(Path folder) throws IOException {
        for (Path file : List.of(keys(folder), trusted(folder), certificate(folder), folder)) {
            Files.deleteIfExists(file);
        }
    }

    private static Path certificate(Path folder) {
        return folder.resolve("certificate.pem");
    }

    private static void makeIn(Path folder) throws IOException, InterruptedException {
        String certificate = certificate(folder).toString();
        keytool(
                keys(folder),
                List.of("-genkeypair", "-keyalg", "EC", "-dname", "CN=measure", "-ext", "SAN=ip:127.0.0.1"));
        keytool(keys(folder), List.of("-exportcert", "-rfc", "-file", certificate));
        keytool(trusted(folder), List.of("-importcert", "-noprompt", "-file", certificate));
    }

    private static void keytool(Path store, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:+IgnoreUnrecognizedVMOptions");
        command.add("-J-XX:TieredStopAtLevel=1"); // it ends soon
        command.addAll(words);
        command.addAll(List.of("-alias", "measure", "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + said.strip());
        }
    }

    /** Loopback, plain if there is no folder of keys. */
    static Transport transport(Optional<Path> folder) {
        Optional<TlsContexts> contexts =
                folder.map(keys -> TlsContexts.of(keys(keys), PASSWORD, trusted(keys), PASSWORD));
        return new Transport("127.0.0.1", CONNECTIONS, contexts);
    }
}
