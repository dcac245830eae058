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
    private static final int MOST_TRIES = 10;

    private final Process process;
    private final int port;

    /**
     * Starts it. Skips the test where it is not installed, unless the environment says {@code BANIP_TEST_DNSMASQ=required}.
     *
     * @param records {@code NAME,TARGET,PORT,PRIORITY,WEIGHT}
     */
    static Dnsmasq start(Path directory, String... records) throws IOException {
        Path program = Stream.of("/usr/sbin/dnsmasq", "/usr/bin/dnsmasq", "/sbin/dnsmasq")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of("dnsmasq"));
        boolean there = Files.isExecutable(program);
        if (!there && "required".equals(System.getenv("BANIP_TEST_DNSMASQ"))) {
            throw new IOException("dnsmasq is not installed, and BANIP_TEST_DNSMASQ requires it");
        }
        assumeTrue(there, "dnsmasq is not installed");
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Dnsmasq server = new Dnsmasq(program, freePort(), directory, records);
            await("dnsmasq answers or ends")
                    .atMost(PATIENCE)
                    .until(() -> server.answers() || !server.process.isAlive());
            if (server.process.isAlive()) {
                return server;
            }
        }
        throw new IOException("dnsmasq ended " + MOST_TRIES + " times; its logs are in " + directory);
    }

    private Dnsmasq(Path program, int port, Path directory, String... records) throws IOException {
        this.port = port;
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
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("dnsmasq-" + port + ".log").toFile())
                .start();
    }

    /** Free for UDP; dnsmasq wants it for TCP as well, and ends if that is in use. */
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
