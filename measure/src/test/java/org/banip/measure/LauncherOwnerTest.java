package org.banip.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sudo ./banip} in a checkout of another user, with programs in place of Maven and Java that make the same files. Needs root. */
class LauncherOwnerTest {
    private static final Path ROOT = Path.of(System.getProperty("banip.root"));
    private static final String OWNER = "nobody";
    /** No user has this number. */
    private static final int UNKNOWN = 1_987_654_321;

    private static final String MAVEN = """
            #!/bin/sh
            echo "HOME is $HOME"
            for word in "$@"; do
              case $word in
                -Dbanip.lib=*) mkdir -p "${word#*=}" && echo jar >"${word#*=}/a.jar" ;;
                -Dbanip.lib.measure=*) mkdir -p "${word#*=}" && echo jar >"${word#*=}/b.jar" ;;
              esac
            done
            """;
    /** Makes the archive that it is asked for, and says in the directory of commands who started what. */
    private static final String JAVA = """
            #!/bin/sh
            for word in "$@"; do
              case $word in -XX:ArchiveClassesAtExit=*) echo archive >"${word#*=}"; exit ;; esac
            done
            echo "started by $(id -u)"
            """;

    @TempDir
    Path directory;

    private Path checkout;
    private Path home;

    @BeforeEach
    void makeCheckout() throws IOException, InterruptedException {
        assumeThat(System.getProperty("user.name")).as("who runs the tests").isEqualTo("root");
        readable(directory);
        assumeThat(ownerCanEnter(directory))
                .as("root can be the owner, who can enter %s", directory)
                .isTrue();
        home = readable(Files.createDirectory(directory.resolve("java-home")));
        Path programs = readable(Files.createDirectory(home.resolve("bin")));
        program(programs.resolve("java"), JAVA);
        program(programs.resolve("javac"), "#!/bin/sh\n");
        program(programs.resolve("mvn"), MAVEN);
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        checkout = readable(Files.createDirectory(directory.resolve("checkout")));
        Files.createDirectories(checkout.resolve("measure/app/src/main"));
        for (String pom : List.of("pom.xml", "measure/pom.xml", "measure/app/pom.xml")) {
            Files.writeString(checkout.resolve(pom), "<project/>");
        }
        for (String sources : List.of(
                "banip-core/src/main", "banip-core/alerts/src/main", "transcoders/src/main", "wsb-proxy/src/main")) {
            Files.createDirectories(checkout.resolve(sources));
            Files.writeString(checkout.resolve(sources).resolve("../../pom.xml"), "<project/>");
        }
        program(checkout.resolve("banip"), Files.readString(ROOT.resolve("banip")));
        for (Path file : files()) {
            setOwner(file, OWNER);
        }
    }

    private static boolean ownerCanEnter(Path directory) throws InterruptedException {
        List<String> command = List.of(
                "setpriv", "--reuid", OWNER, "--regid", "65534", "--clear-groups", "test", "-x", directory.toString());
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) { // there is no setpriv
            return false;
        }
    }

    private static void setOwner(Path file, String name) throws IOException {
        Files.setOwner(
                file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name));
    }

    private static Path readable(Path directory) throws IOException {
        return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(checkout)) {
            return all.toList();
        }
    }

    private record Ended(int code, String said) {}

    private Ended banip(String... words) throws IOException, InterruptedException {
        return banip(Map.of(), words);
    }

    private Ended banip(Map<String, String> environment, String... words) throws IOException, InterruptedException {
        Path said = directory.resolve("said");
        ProcessBuilder builder = new ProcessBuilder(
                        Stream.concat(Stream.of(checkout.resolve("banip").toString()), Stream.of(words))
                                .toList())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment()
                .putAll(Map.of("JAVA_HOME", home.toString(), "PATH", home + "/bin:" + System.getenv("PATH")));
        builder.environment().remove("BANIP_PREPARE_ONLY");
        builder.environment().remove("TMPDIR");
        builder.environment().putAll(environment);
        int code = builder.start().waitFor();
        return new Ended(code, Files.readString(said, StandardCharsets.UTF_8));
    }

    @Test
    void rootLeavesNoFileOfItsOwnInTheCheckoutOfAnother() throws Exception {
        Ended ended = banip("demo", "--paths", "wifi,lte");
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said())
                .contains("building (log:", "recording which classes a start loads", "started by 0")
                .containsOnlyOnce("started by");
        assertThat(checkout.resolve(".banip"))
                .isDirectoryContaining(file -> file.toString().endsWith(".jsa"));
        assertThat(checkout.resolve(".banip/lib/measure/b.jar")).exists();
        assertThat(files())
                .allSatisfy(file -> assertThat(Files.getOwner(file).getName())
                        .as(file.toString())
                        .isEqualTo(OWNER));
        assertThat(Files.readString(checkout.resolve(".banip/build.log")))
                .as("Maven's repository is that of the owner")
                .doesNotContain("HOME is " + System.getenv("HOME") + "\n");
        assertThat(banip("demo", "--paths", "wifi,lte").said()).isEqualTo("started by 0\n");
    }

    @Test
    void whereTheOwnerCannotBuildRootIsToldWhatToBuildFirst() throws Exception {
        Files.setPosixFilePermissions(checkout, PosixFilePermissions.fromString("r-xr-xr-x"));
        Ended ended = banip("demo", "--paths", "wifi,lte");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said())
                .contains("cannot build as nobody, to whom this checkout belongs")
                .contains(
                        "build it as that user first: " + checkout.toRealPath().resolve("banip") + " measure --help");
        assertThat(checkout.resolve(".banip")).doesNotExist();
    }

    @Test
    void whatAnOlderLauncherLeftToRootIsToBeGivenBack() throws Exception {
        Path built = readable(Files.createDirectory(checkout.resolve(".banip")));
        assertToBeGivenBack();
        setOwner(built, OWNER);
        Path lock = Files.createFile(built.resolve("lock"));
        Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-r--r--"));
        assertToBeGivenBack();
        setOwner(lock, OWNER);
        assertThat(banip("demo").said()).endsWith("started by 0\n");
    }

    private void assertToBeGivenBack() throws Exception {
        Ended ended = banip("demo", "--paths", "wifi,lte");
        assertThat(ended.code()).isEqualTo(1);
        Path root = checkout.toRealPath();
        assertThat(ended.said())
                .isEqualTo("banip: " + root.resolve(".banip") + " belongs to root; give it back: chown -R nobody '"
                        + root + "'\n");
    }

    /** Nor is a recording that fails a build that has failed. */
    @Test
    void whereTheOwnerHasNoEntryRootBuilds() throws Exception {
        for (Path file : files()) {
            Files.setAttribute(file, "unix:uid", UNKNOWN);
        }
        Ended ended = banip(Map.of("TMPDIR", directory.resolve("missing").toString()), "demo", "--paths", "wifi,lte");
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said()).contains("building (log:").endsWith("started by 0\n");
    }

    @Test
    void theOwnerNeedsNotTheDirectoryOfRootForTemporaryFiles() throws Exception {
        Path closed = Files.createDirectory(directory.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        Ended ended = banip(Map.of("TMPDIR", closed.toString()), "demo");
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(checkout.resolve(".banip"))
                .isDirectoryContaining(file -> file.toString().endsWith(".jsa"));
    }
}
