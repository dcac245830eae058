package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.fail;
import static org.banip.surrogate.wire.Patience.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A real PostgreSQL of one's own: data in a temporary directory, a free port on loopback. PostgreSQL refuses to run as root; root
 * runs it as the user {@code postgres}, which Debian's package makes.
 */
public final class PostgresServer implements AutoCloseable {
    private static final String REQUIRED = "BANIP_TEST_POSTGRESQL";
    private static final String USER = "banip";
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    private final Path binaries;
    private final Path directory;
    /** Bound, never listening: keeps the port, so that nobody else has it before the server or while it is down. */
    private final Socket place = new Socket();

    private PostgresServer(Path binaries, Path directory) throws IOException {
        this.binaries = binaries;
        this.directory = directory;
        place.setReuseAddress(true);
        place.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** Aborts the test, saying why, where there is no PostgreSQL; fails it where the environment demands one. */
    public static PostgresServer start() throws IOException {
        Path binaries = findBinaries();
        Path directory = Files.createTempDirectory("banip-postgres");
        if (root()) {
            try {
                Files.setOwner(
                        directory,
                        directory
                                .getFileSystem()
                                .getUserPrincipalLookupService()
                                .lookupPrincipalByName("postgres"));
            } catch (IOException e) {
                unavailable("runs as root, and there is no user postgres: " + e.getMessage());
            }
        }
        PostgresServer server = new PostgresServer(binaries, directory);
        server.run(
                "initdb", "-D", server.data(), "-U", USER, "-A", "trust", "--no-sync", "--encoding=UTF8", "--locale=C");
        server.resume();
        return server;
    }

    private static Path findBinaries() throws IOException {
        List<Path> candidates = new ArrayList<>();
        for (String entry : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            candidates.add(Path.of(entry));
        }
        if (Files.isDirectory(DEBIAN)) {
            try (Stream<Path> versions = Files.list(DEBIAN)) {
                versions.sorted(Comparator.reverseOrder())
                        .map(version -> version.resolve("bin"))
                        .forEach(candidates::add);
            }
        }
        for (Path candidate : candidates) {
            if (Stream.of("initdb", "postgres", "pg_ctl")
                    .allMatch(name -> Files.isExecutable(candidate.resolve(name)))) {
                return candidate;
            }
        }
        unavailable("initdb, postgres and pg_ctl are neither on the PATH nor below " + DEBIAN);
        throw new AssertionError();
    }

    private static void unavailable(String why) {
        if ("required".equals(System.getenv(REQUIRED))) {
            fail("PostgreSQL is required here (" + REQUIRED + "): " + why);
        }
        abort("no PostgreSQL to test with: " + why);
    }

    private static boolean root() {
        return "root".equals(System.getProperty("user.name"));
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private String log() {
        return directory.resolve("log").toString();
    }

    /** Starts it (again). */
    void resume() {
        String options = "-p " + place.getLocalPort() + " -c listen_addresses=127.0.0.1 -c unix_socket_directories="
                + directory + " -c fsync=off -c max_connections=30 -c shared_buffers=16MB";
        run("pg_ctl", "-D", data(), "-l", log(), "-w", "-t", "180", "-o", options, "start");
        await().ignoreExceptions().until(() -> {
            connect("postgres").close();
            return true;
        });
    }

    /** Ends it without a goodbye to its clients. */
    void halt() {
        run("pg_ctl", "-D", data(), "-w", "-m", "immediate", "stop");
    }

    private void run(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (root()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of(arguments));
        try {
            // The server inherits what pg_ctl is given; a pipe would stay open as long as it runs.
            Path output = Files.createTempFile("banip-postgres", ".out");
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            int status = process.waitFor();
            String said = Files.readString(output);
            Files.delete(output);
            if (status != 0) {
                fail(command + " ended with " + status + ": " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Who may connect, without a password. */
    public String user() {
        return USER;
    }

    /** The URL of a database. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + place.getLocalPort() + "/" + database;
    }

    Connection connect(String database) throws SQLException {
        return TestConnections.open(url(database), USER, "");
    }

    /** Whether these bytes are in one of the files of a database's tables. */
    boolean holds(String database, byte[] bytes) throws IOException, SQLException {
        String wanted = new String(bytes, StandardCharsets.ISO_8859_1);
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT oid FROM pg_database WHERE datname = current_database()")) {
            if (!row.next()) {
                throw new SQLException("no such database: " + database);
            }
            try (Stream<Path> files = Files.list(Path.of(data(), "base", row.getString(1)))) {
                for (Path file : files.toList()) {
                    if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(wanted)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Makes an empty database. */
    public void createDatabase(String name) throws SQLException {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(Path.of(data(), "postmaster.pid"))) {
            halt();
        }
        place.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
