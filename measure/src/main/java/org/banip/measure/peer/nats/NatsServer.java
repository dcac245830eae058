package org.banip.measure.peer.nats;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.measure.peer.transport.Programs;
import org.banip.measure.peer.transport.ServerProgram;

/** Starts a nats-server with JetStream, with its streams and log in a folder. */
public final class NatsServer {
    /** The environment variable that names the program, if it is not on the PATH. */
    static final String VARIABLE = "BANIP_NATS_SERVER";

    private static final Pattern VERSION = Pattern.compile("v(\\d+)\\.(\\d+)");
    private static final int MAJOR = 2;
    /** The first one that can acknowledge what is on disk only. */
    private static final int LEAST_MINOR = 10;

    private NatsServer() {}

    /** Its path, if it is on this machine. */
    private static Optional<Path> executable() {
        String named = System.getenv(VARIABLE);
        return named == null
                ? Programs.find("nats-server")
                : Optional.of(Path.of(named)).filter(Programs::isProgram);
    }

    /** The reason why it cannot be used here, if any. */
    public static Optional<String> missing() {
        Optional<Path> executable = executable();
        if (executable.isEmpty()) {
            return Optional.of(
                    "NATS JetStream needs nats-server 2.10 or newer (docs/peers.md), which is neither on the PATH"
                            + " nor named by " + VARIABLE);
        }
        String version = Programs.printed(List.of(executable.get().toString(), "--version"))
                .orElse("a program that does not tell its version");
        return isNewEnough(version)
                ? Optional.empty()
                : Optional.of("NATS JetStream needs nats-server 2.10 or newer (docs/peers.md), " + executable.get()
                        + " is " + version);
    }

    /** Whether this version has the setting {@code sync_interval}. */
    static boolean isNewEnough(String version) {
        Matcher numbers = VERSION.matcher(version);
        if (!numbers.find()) {
            return false;
        }
        int major = Integer.parseInt(numbers.group(1));
        return major > MAJOR || major == MAJOR && Integer.parseInt(numbers.group(2)) >= LEAST_MINOR;
    }

    /** Starts it at a free port, with {@code sync_interval: always}. */
    public static ServerProgram start(String host, Path folder) throws IOException, InterruptedException {
        Path executable =
                executable().orElseThrow(() -> new IOException("the server nats-server is not on this machine"));
        InetSocketAddress address = ServerProgram.freeAddress(host);
        Path settings = Files.write(
                folder.resolve("nats.conf"),
                List.of(
                        "listen: \"" + host + ":" + address.getPort() + "\"",
                        "jetstream {",
                        "  store_dir: \"" + folder.toAbsolutePath() + "\"",
                        // otherwise it acknowledges what is in memory only
                        "  sync_interval: always",
                        "}"));
        return ServerProgram.start(
                List.of(executable.toString(), "-c", settings.toString()),
                address,
                folder.resolve("nats.log"),
                "Server is ready");
    }
}
