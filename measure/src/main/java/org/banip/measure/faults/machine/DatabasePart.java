package org.banip.measure.faults.machine;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.measure.machine.ProcessUse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL of the arrangement's own, on loopback. PostgreSQL refuses to run as root, so root runs it as the user {@code postgres}, which Debian's
 * package makes. One thread.
 */
public final class DatabasePart extends Part {
    /** Who may connect, without a password. */
    public static final String USER = "banip";

    private static final Logger LOG = LoggerFactory.getLogger(DatabasePart.class);
    private static final String NAME = "banip";
    private static final String ACCOUNT = "postgres";
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK_MILLIS = 50;
    private static final int SECONDS = 5;

    private final List<String> settings;
    private final Path binaries;
    private final Path data;
    /** Bound, never listening: keeps the port, so that nobody else has it while the server is down. */
    private final Socket place = new Socket();

    /** A server that does not run yet; its data are in a temporary folder, which its user can reach. */
    public DatabasePart(Path folder) throws IOException {
        this(folder, List.of("max_connections=30", "shared_buffers=16MB"));
    }

    /**
     * A server with settings of its own.
     *
     * @param settings each NAME=VALUE
     */
    public DatabasePart(Path folder, List<String> settings) throws IOException {
        super("database", folder);
        this.settings = List.copyOf(settings);
        binaries = binaries().orElseThrow(() -> new IOException(missing().orElse("no PostgreSQL")));
        data = Files.createTempDirectory("banip-faults-postgres");
        place.setReuseAddress(true);
        place.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        if (isRoot()) {
            Files.setOwner(data, account());
        }
        List<String> command = new ArrayList<>(as());
        command.addAll(List.of(
                program("initdb"), "-D", data.toString(), "-U", USER, "-A", "trust", "--encoding=UTF8", "--locale=C"));
        Commands.run(command.toArray(String[]::new));
    }

    /** Why there is no PostgreSQL here; empty if there is. */
    public static Optional<String> missing() {
        if (binaries().isEmpty()) {
            return Optional.of("postgres and initdb (Debian: postgresql) are neither on the PATH nor below " + DEBIAN);
        }
        try {
            if (!isRoot()) {
                return Optional.empty();
            }
            UserPrincipal needed = account();
            return Commands.installed("setpriv")
                    ? Optional.empty()
                    : Optional.of("setpriv (Debian: util-linux), which starts PostgreSQL as " + needed
                            + ", is not on the PATH");
        } catch (IOException e) {
            return Optional.of("root needs the user " + ACCOUNT + " to start PostgreSQL: " + e.getMessage());
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static UserPrincipal account() throws IOException {
        return Path.of("/").getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT);
    }

    private static Optional<Path> binaries() {
        List<Path> candidates = new ArrayList<>();
        for (String entry : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            candidates.add(Path.of(entry));
        }
        if (Files.isDirectory(DEBIAN)) {
            try (Stream<Path> versions = Files.list(DEBIAN)) {
                versions.sorted(Comparator.reverseOrder())
                        .map(version -> version.resolve("bin"))
                        .forEach(candidates::add);
            } catch (IOException e) {
                return Optional.empty();
            }
        }
        return candidates.stream()
                .filter(folder ->
                        Files.isExecutable(folder.resolve("postgres")) && Files.isExecutable(folder.resolve("initdb")))
                .findFirst();
    }

    private String program(String name) {
        return binaries.resolve(name).toString();
    }

    /** The command becomes the program: the same process id. It ends with the thread that has started it. */
    private static List<String> as() {
        return isRoot()
                ? List.of(
                        "setpriv",
                        "--reuid=" + ACCOUNT,
                        "--regid=" + ACCOUNT,
                        "--clear-groups",
                        "--pdeathsig=KILL",
                        "--")
                : List.of();
    }

    /** The URL of the store. */
    public String url() {
        return url(NAME);
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + place.getLocalPort() + "/" + database;
    }

    @Override
    void launch() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(as());
        command.addAll(List.of(
                program("postgres"),
                "-D",
                data.toString(),
                "-p",
                Integer.toString(place.getLocalPort()),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=" + data));
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(data.toFile())
                .redirectOutput(out().toFile())
                .redirectError(log().toFile());
        runs(builder.start());
        awaitReady();
    }

    private void awaitReady() throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            try (Connection connection = DriverManager.getConnection(url("postgres"), USER, "");
                    Statement statement = connection.createStatement()) {
                if (starts() == 1) {
                    statement.setQueryTimeout(SECONDS);
                    boolean unused = statement.execute("CREATE DATABASE " + NAME);
                }
                return;
            } catch (SQLException e) {
                if (endsWithin(LOOK_MILLIS)) {
                    throw new IOException(
                            "the database ended at its start: "
                                    + Files.readString(log()).strip(),
                            e);
                }
            }
        }
        throw new IOException("the database is not ready after " + PATIENCE.toSeconds() + " s, its log is " + log());
    }

    /** What all its processes have used so far, those that have ended included. */
    public ProcessUse use() {
        ProcessUse sum = ProcessUse.of(process().pid());
        for (ProcessHandle child : process().descendants().toList()) {
            sum = sum.plus(ProcessUse.of(child.pid()));
        }
        return sum;
    }

    /** Kills all its processes. */
    @Override
    public void kill() {
        List<ProcessHandle> children =
                starts() > 0 && isRunning() ? process().descendants().toList() : List.of();
        super.kill();
        for (ProcessHandle child : children) {
            boolean killed = child.destroyForcibly();
            ProcessHandle ended = child.onExit().join();
            LOG.debug("process {} of the database has ended, killed: {}", ended.pid(), killed);
        }
    }

    /** Stops all its processes: the one that serves the host is not its first one. */
    @Override
    public void suspend() throws IOException {
        super.suspend();
        signalChildren("STOP");
    }

    @Override
    public void resume() throws IOException {
        signalChildren("CONT");
        super.resume();
    }

    private void signalChildren(String signal) {
        if (starts() == 0 || !isRunning()) {
            return;
        }
        for (ProcessHandle child : process().descendants().toList()) {
            try {
                Commands.signal(signal, child.pid());
            } catch (IOException e) {
                if (child.isAlive()) {
                    throw new IllegalStateException(
                            "process " + child.pid() + " of the database: " + e.getMessage(), e);
                }
            }
        }
    }

    /** Kills it, and removes its data. */
    @Override
    public void close() throws IOException {
        super.close();
        place.close();
        List<Path> files;
        try (Stream<Path> all = Files.walk(data)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
