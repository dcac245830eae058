package org.banip.app.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.wsb.authentication.PasswordFile;

/** A host and a broker, each in a JVM of its own, and MBUs and viewers for them. What all of them read, write and print is in one directory. */
final class HostAndBroker implements AutoCloseable {
    static final String TOKEN = "0123456789abcdef0123456789abcdef";
    static final String PASSWORD = "correct horse battery staple";

    private final Path directory;
    /** Bound but never listening, so that nobody else gets their ports while host and broker are away. */
    private final List<Socket> reserved = new ArrayList<>();

    private BanipProcess host;
    private BanipProcess broker;
    private final URI hostUri;
    private final URI brokerUri;

    /** More options of the host. */
    private final List<String> hostOptions;

    /**
     * Returns when both are ready.
     *
     * @param hostOptions more options of the host
     */
    HostAndBroker(Path directory, String... hostOptions) throws Exception {
        this.directory = directory;
        this.hostOptions = List.of(hostOptions);
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        Files.writeString(directory.resolve("token"), TOKEN + "\n");
        PasswordFile passwords = new PasswordFile(directory.resolve("passwords"));
        for (String user : List.of("ban-1", "ban-2", "ban-3")) {
            passwords.set(user, PASSWORD.toCharArray(), 4);
        }
        host = startHost(reservedPort());
        hostUri = host.awaitReady();
        broker = startBroker(reservedPort());
        brokerUri = broker.awaitReady();
    }

    BanipProcess host() {
        return host;
    }

    BanipProcess broker() {
        return broker;
    }

    URI hostUri() {
        return hostUri;
    }

    URI brokerUri() {
        return brokerUri;
    }

    /** A port at which nobody listens until a test starts something there. */
    int reservedPort() throws IOException {
        Socket reservation = new Socket();
        reserved.add(reservation);
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return reservation.getLocalPort();
    }

    private BanipProcess startHost(int port) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("host", "--port", "" + port, "--store", "store.db", "--broker-token-file", "token"));
        args.addAll(hostOptions);
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    /** Starts another broker of the host. */
    BanipProcess startBroker(int port) throws IOException {
        return BanipProcess.start(
                directory,
                "wsb",
                "--port",
                "" + port,
                "--host-url",
                hostUri.toString(),
                "--token-file",
                "token",
                "--passwords",
                "passwords");
    }

    /** Starts the host that was killed again, where it was. */
    void startHostAgain() throws IOException {
        host = startHost(hostUri.getPort());
    }

    /** Starts the broker that was killed again, where it was. */
    void startBrokerAgain() throws IOException {
        broker = startBroker(brokerUri.getPort());
    }

    BanipProcess mbu(String... more) throws IOException {
        return mbuOf("ban-1", more);
    }

    BanipProcess mbuOf(String user, String... more) throws IOException {
        return mbuAt(brokerUri.toString(), user, more);
    }

    BanipProcess mbuAt(String brokers, String user, String... more) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("mbu", "--json", "--wsb", brokers, "--user", user, "--password-file", "password"));
        args.addAll(List.of(more));
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    @Override
    public void close() throws IOException {
        broker.close();
        host.close();
        for (Socket reservation : reserved) {
            reservation.close();
        }
    }
}
