package org.banip.measure.peer.nats;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.measure.peer.transport.Programs;
import org.banip.measure.peer.transport.ServerProgram;

/** Starts a nats-server with JetStream, with its streams and log in a folder. */
final class NatsServer {
    /** The environment variable that names the program, if it is not on the PATH. */
    static final String VARIABLE = "BANIP_NATS_SERVER";

    /** Domain of JetStream at the fixed end, if there is a leaf. */
    static final String HUB = "hub";

    /** Domain of JetStream at the mobile end. */
    static final String LEAF = "leaf";

    private static final String LOOPBACK = "127.0.0.1";
    private static final int PATIENCE_SECONDS = 20;

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
    static Optional<String> missing() {
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

    /** Starts it at a free port. */
    static ServerProgram start(String host, Path folder) throws IOException, InterruptedException {
        return start("nats", host, folder, "", List.of(), line -> {});
    }

    /** Starts one that also takes connections of leaf nodes, at this address. */
    static ServerProgram startHub(InetSocketAddress leaves, Path folder) throws IOException, InterruptedException {
        List<String> settings = List.of(
                "leafnodes {",
                "  listen: \"" + leaves.getHostString() + ":" + leaves.getPort() + "\"",
                "  no_advertise: true",
                // a slow link needs more than the two seconds that are usual
                "  authorization { timeout: " + PATIENCE_SECONDS + " }",
                "}");
        return start(HUB, leaves.getHostString(), folder, HUB, settings, line -> {});
    }

    /**
     * Starts a leaf node, for clients on loopback.
     *
     * @param hub where the hub takes connections of leaf nodes
     * @param lines takes each line of its log
     */
    static ServerProgram startLeaf(InetSocketAddress hub, Path folder, Consumer<String> lines)
            throws IOException, InterruptedException {
        List<String> settings = List.of(
                "leafnodes {",
                "  reconnect: 1s",
                "  remotes: [{",
                "    url: \"nats-leaf://" + hub.getHostString() + ":" + hub.getPort() + "\"",
                // a slow link needs more than the second that is usual
                "    first_info_timeout: " + PATIENCE_SECONDS + "s",
                "  }]",
                "}");
        return start(LEAF, LOOPBACK, folder, LEAF, settings, lines);
    }

    /**
     * Starts it at a free port.
     *
     * @param domain of JetStream; empty for none
     */
    private static ServerProgram start(
            String name, String host, Path folder, String domain, List<String> more, Consumer<String> lines)
            throws IOException, InterruptedException {
        Path executable =
                executable().orElseThrow(() -> new IOException("the server nats-server is not on this machine"));
        InetSocketAddress address = ServerProgram.freeAddress(host);
        List<String> settings = new ArrayList<>(List.of(
                "server_name: " + name,
                "listen: \"" + host + ":" + address.getPort() + "\"",
                "ping_interval: " + NatsPeer.KEEP_ALIVE.toSeconds() + "s",
                "jetstream {",
                "  store_dir: \"" + folder.toAbsolutePath().resolve(name) + "\"",
                // otherwise it acknowledges what is in memory only
                "  sync_interval: always"));
        if (!domain.isEmpty()) {
            settings.add("  domain: " + domain);
        }
        settings.add("}");
        settings.addAll(more);
        Path file = Files.write(folder.resolve(name + ".conf"), settings);
        return ServerProgram.start(
                List.of(executable.toString(), "-c", file.toString()),
                address,
                folder.resolve(name + ".log"),
                "Server is ready",
                lines);
    }
}
