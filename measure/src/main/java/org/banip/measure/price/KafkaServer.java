package org.banip.measure.price;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.measure.peer.transport.Programs;
import org.banip.measure.peer.transport.ServerProgram;

/** A Kafka broker that is its own controller (KRaft), from a folder of jars, which flushes each batch before it acknowledges. */
final class KafkaServer {
    /** The environment variable that names the folder. */
    static final String VARIABLE = "BANIP_KAFKA";

    private static final String LOOPBACK = "127.0.0.1";
    /** Any one will do: each run has data of its own. */
    private static final String CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg";

    private KafkaServer() {}

    private static Optional<Path> jars() {
        return Optional.ofNullable(System.getenv(VARIABLE)).map(Path::of).filter(Files::isDirectory);
    }

    /** Why it cannot be used here; empty if it can. */
    static Optional<String> missing() {
        return jars().isPresent()
                ? Optional.empty()
                : Optional.of("Kafka's jars (docs/measuring.md) are not in a folder that " + VARIABLE + " names");
    }

    /** The class path of its programs. */
    static String classPath() throws IOException {
        return jars().orElseThrow(() -> new IOException(missing().orElse("no Kafka"))) + "/*";
    }

    /** The java of this process. */
    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Starts it at a free port, with its data and log in a folder. */
    static ServerProgram start(Path folder) throws IOException, InterruptedException {
        InetSocketAddress address = ServerProgram.freeAddress(LOOPBACK);
        InetSocketAddress controller = ServerProgram.freeAddress(LOOPBACK);
        Path settings = Files.write(
                folder.resolve("kafka.properties"),
                List.of(
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@" + LOOPBACK + ":" + controller.getPort(),
                        "listeners=PLAINTEXT://" + LOOPBACK + ":" + address.getPort() + ",CONTROLLER://" + LOOPBACK
                                + ":" + controller.getPort(),
                        "advertised.listeners=PLAINTEXT://" + LOOPBACK + ":" + address.getPort(),
                        "controller.listener.names=CONTROLLER",
                        "log.dirs=" + folder.resolve("kafka-data").toAbsolutePath(),
                        "offsets.topic.replication.factor=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        // otherwise it acknowledges what is in memory only
                        "log.flush.interval.messages=1"));
        format(settings);
        return ServerProgram.start(
                command("-Xmx1g", "kafka.Kafka", settings.toString()),
                address,
                folder.resolve("kafka.log"),
                "Kafka Server started");
    }

    private static void format(Path settings) throws IOException {
        List<String> command =
                command("-Xmx256m", "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settings.toString());
        if (Programs.printed(command).isEmpty()) {
            throw new IOException("Kafka's storage tool has failed: " + String.join(" ", command));
        }
    }

    private static List<String> command(String heap, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(java().toString(), heap, "-cp", classPath()));
        command.addAll(List.of(words));
        return command;
    }
}
