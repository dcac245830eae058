package org.banip.mbu.discovery;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;

/** A real DNS server, on the loopback, that knows some SRV records and nothing else. */
final class Dnsmasq implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final int port;

    private Dnsmasq(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it. Skips the test where it is not installed.
     *
     * @param records {@code NAME,TARGET,PORT,PRIORITY,WEIGHT}
     */
    static Dnsmasq start(Path directory, String... records) throws IOException {
        Path program = Stream.of("/usr/sbin/dnsmasq", "/usr/bin/dnsmasq", "/sbin/dnsmasq")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of("dnsmasq"));
        assumeTrue(Files.isExecutable(program), "dnsmasq is not installed");
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--keep-in-foreground",
                "--conf-file=/dev/null",
                "--pid-file=",
                "--user=" + System.getProperty("user.name"),
                "--no-resolv",
                "--no-hosts",
                "--local=/example/",
                "--bind-interfaces",
                "--listen-address=127.0.0.1",
                "--port=" + port));
        for (String record : records) {
            command.add("--srv-host=" + record);
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("dnsmasq-" + port + ".log").toFile())
                .start();
        Dnsmasq server = new Dnsmasq(process, port);
        await("dnsmasq answers").atMost(PATIENCE).until(server::answers);
        return server;
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean answers() {
        try {
            SimpleResolver resolver = new SimpleResolver("127.0.0.1");
            resolver.setPort(port);
            resolver.setTimeout(Duration.ofSeconds(1));
            resolver.send(Message.newQuery(Record.newRecord(Name.fromString("nothing.test."), Type.A, DClass.IN)));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** What follows {@code srv:DOMAIN} to ask this server. */
    String option() {
        return ",server=127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
}
