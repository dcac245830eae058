package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.store.Commits.assertSame;
import static org.banip.surrogate.store.Commits.readAll;
import static org.banip.surrogate.store.TestRecords.packet;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of an SQLite store: whose it is, and what is said of one that cannot be used. */
class SqliteFileTest {
    private static final List<Packet> PACKETS = List.of(packet(0, 0, 5), packet(0, 1, 5));

    @TempDir
    Path directory;

    private InterconnectRecord write(JdbcStore store) {
        InterconnectRecord interconnect = store.create(TestRecords.interconnect(1));
        new Commits().store(store, interconnect, PACKETS);
        return interconnect;
    }

    @Test
    void fileAndLogAreTheirOwnersOnly() throws IOException {
        Path file = directory.resolve("deep/store.db");
        try (JdbcStore store = JdbcStore.open(file)) {
            write(store);
            for (String name : List.of("store.db", "store.db-wal", "store.db-shm")) {
                Path written = file.resolveSibling(name);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
                        .as(name)
                        .isEqualTo("rw-------");
            }
        }
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactlyInAnyOrder(file, file.resolveSibling("store.db.host"));
        }
    }

    @Test
    void secondHostIsRefusedUntilTheFirstHasEnded() throws Exception {
        Path file = directory.resolve("store.db");
        Path link = directory.resolve("link.db");
        try (JdbcStore store = JdbcStore.open(file)) {
            InterconnectRecord interconnect = write(store);
            Files.createSymbolicLink(link, file);
            for (String name :
                    List.of(file.toString(), link.toString(), "jdbc:sqlite:" + file + "?foreign_keys=true")) {
                assertThatThrownBy(() -> JdbcStore.open(StoreLocation.of(name), StoreSettings.DEFAULT))
                        .isInstanceOfSatisfying(
                                BanipException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE))
                        .hasMessageContaining("is in use by another process (host or store), "
                                + ProcessHandle.current().pid() + "; one process writes an SQLite file");
            }
            try (Store reader = JdbcStore.openForReading(file)) {
                assertSame(readAll(reader, interconnect, 0, 0), PACKETS);
            }
        }
        JdbcStore.open(link).close();
        JdbcStore.open(file).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("store.db.host"))))
                .isEqualTo("rw-------");
    }

    /** A servlet container loads each web application by a class loader of its own. The first host's lock must outlive the refusal. */
    @Test
    void hostOfAnotherClassLoaderIsRefusedAndTheLockStays() throws Exception {
        Path file = directory.resolve("store.db");
        try (JdbcStore store = JdbcStore.open(file);
                URLClassLoader another = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            InterconnectRecord interconnect = write(store);
            Class<?> stranger = another.loadClass(JdbcStore.class.getName());
            assertThat(stranger).isNotSameAs(JdbcStore.class);
            Method open = stranger.getMethod("open", Path.class);
            String refused = "in use by another process (host or store), "
                    + ProcessHandle.current().pid() + ";";
            assertThatThrownBy(() -> open.invoke(null, file)).hasStackTraceContaining(refused);
            assertThatThrownBy(() -> JdbcStore.open(file)).hasMessageContaining(refused);
            assertThat(openedByAnotherProcess(file)).contains(refused);
            assertSame(readAll(store, interconnect, 0, 0), PACKETS);
        }
        assertThat(openedByAnotherProcess(file)).isEqualTo("opened");
    }

    private static URL[] classPath() throws IOException {
        List<URL> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            entries.add(Path.of(entry).toUri().toURL());
        }
        return entries.toArray(URL[]::new);
    }

    private static String openedByAnotherProcess(Path file) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opener.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).isZero();
        return printed.get(printed.size() - 1);
    }

    /** Another process, which prints what came of opening a store. */
    static final class Opener {
        public static void main(String[] arguments) {
            try {
                JdbcStore.open(Path.of(arguments[0])).close();
                System.out.println("opened");
            } catch (BanipException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void storesOpenedAtTheSameMomentShareOneNewFile() throws Exception {
        int stores = 4;
        ExecutorService threads = Executors.newFixedThreadPool(stores);
        try {
            for (int round = 0; round < 50; round++) {
                Path file = directory.resolve("store" + round + ".db");
                CyclicBarrier begin = new CyclicBarrier(stores);
                List<Future<Object>> opened = new ArrayList<>();
                for (int i = 0; i < stores; i++) {
                    opened.add(threads.submit(() -> {
                        begin.await();
                        SqliteFile.forWriting(file);
                        return Files.getAttribute(file, "unix:ino");
                    }));
                }
                Set<Object> files = new HashSet<>();
                for (Future<Object> one : opened) {
                    files.add(one.get());
                }
                assertThat(files).as("round %s", round).hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).hasSize(50);
        }
    }

    @Test
    void emptyFileIsNoNewStore() throws IOException {
        Path file = Files.createFile(directory.resolve("store.db"));
        assertThatThrownBy(() -> JdbcStore.open(file)).hasMessageContaining("store.db is empty: the file has 0 bytes");
        assertThatThrownBy(() -> JdbcStore.openForReading(file)).hasMessageContaining("is empty");
        assertThat(file).isEmptyFile();
    }

    @Test
    void saysWhyAFileCannotBeAStore() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        refused(folder, "folder is a directory; allowed is a file");
        refused(
                Files.write(directory.resolve("notes.txt"), new byte[] {1, 2, 3}),
                "notes.txt is no SQLite file: it does not begin with SQLite's signature");
        assertThatThrownBy(() -> JdbcStore.open(directory.resolve("notes.txt/store.db")))
                .hasMessageEndingWith(
                        "store.db cannot be created: " + directory + "/notes.txt is a file, not a folder");
        assertThatThrownBy(() -> JdbcStore.openForReading(directory.resolve("none.db")))
                .hasMessageEndingWith("none.db does not exist");
    }

    private static void refused(Path file, String why) {
        assertThatThrownBy(() -> JdbcStore.open(file)).hasMessageContaining(why);
        assertThatThrownBy(() -> JdbcStore.openForReading(file)).hasMessageContaining(why);
    }

    /** Nobody, not even root, may create files below /proc. */
    @Test
    void saysWhereNoFileCanBeCreated() {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc");
        assertThatThrownBy(() -> JdbcStore.open(Path.of("/proc/x.db")))
                .hasMessageMatching(
                        "store /proc/x\\.db cannot be created: (cannot write|no permission to write) /proc/.*");
    }

    @Test
    void needsPermissionToWriteAndToRead() throws IOException {
        Path file = directory.resolve("store.db");
        JdbcStore.open(file).close();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
        assumeFalse(Files.isWritable(file), "this user may write every file");
        assertThatThrownBy(() -> JdbcStore.open(file)).hasMessageEndingWith("no permission to write it");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-w-------"));
        refused(file, "store.db cannot be opened: no permission to read it");
    }

    @Test
    void isReadOnAFileSystemThatCannotBeWritten() throws Exception {
        Path file = directory.resolve("a store%20.db");
        InterconnectRecord interconnect;
        Path torn = directory.resolve("torn.db");
        try (JdbcStore store = JdbcStore.open(file)) {
            interconnect = write(store);
        }
        try (JdbcStore store = JdbcStore.open(torn)) {
            write(store);
            Files.copy(directory.resolve("torn.db-wal"), directory.resolve("copy.db-wal"));
            Files.copy(torn, directory.resolve("copy.db"));
        }
        assumeTrue(run("mount", "--bind", directory.toString(), directory.toString()), "mounting is not allowed here");
        try {
            assertThat(run("mount", "-o", "remount,bind,ro", directory.toString()))
                    .isTrue();
            try (Store store = JdbcStore.openForReading(file)) {
                assertSame(readAll(store, interconnect, 0, 0), PACKETS);
            }
            assertThatThrownBy(() -> JdbcStore.openForReading(directory.resolve("copy.db")))
                    .hasMessageContaining("cannot be written")
                    .hasMessageContaining("copy.db-wal holds commits");
        } finally {
            assertThat(run("umount", directory.toString())).isTrue();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return false; // no such command here
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        System.out.print(said);
        return status == 0;
    }
}
