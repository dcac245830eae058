package org.banip.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.banip.app.system.BanipProcess;
import org.banip.app.system.Javas;
import org.banip.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The archive in a folder with blanks in its name, run through a symbolic link from another folder. A Maven that fails comes first on the PATH, so
 * whatever asks for Maven fails.
 */
class ArchiveIT {
    private static final String ARCHIVE = System.getProperty("banip.archive");
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final String PASSWORD = "correct horse battery staple";
    private static final Pattern GROUP =
            Pattern.compile("(?m)^(\\S+): [\\d,]+ sensor sets?, sha256 (\\p{XDigit}{64})$");

    @TempDir
    private static Path folder;

    private static Path home;
    private static Path banip;
    private static Path noMaven;

    @TempDir
    private Path work;

    @BeforeAll
    static void unpack() throws Exception {
        Path programs = Files.createDirectory(folder.resolve("all the programs"));
        run("tar", "-xzf", ARCHIVE + ".tar.gz", "-C", programs.toString());
        home = programs.resolve(Path.of(ARCHIVE).getFileName());
        banip = Files.createSymbolicLink(folder.resolve("linked banip"), home.resolve("bin/banip"));
        noMaven = Files.createDirectory(folder.resolve("no maven"));
        Path mvn = Files.writeString(noMaven.resolve("mvn"), "#!/bin/sh\nexit 99\n");
        Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static List<String> run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.lines().toList();
    }

    private BanipProcess banip(Path javaHome, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(banip.toString()));
        command.addAll(List.of(args));
        Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome.toString(), "PATH", noMaven + File.pathSeparator + System.getenv("PATH"));
        return BanipProcess.start(command, args[0], work, environment);
    }

    private BanipProcess banip(String... args) throws IOException {
        return banip(JAVA_HOME, args);
    }

    static Stream<Path> javas() throws IOException {
        return Javas.supported();
    }

    @ParameterizedTest
    @MethodSource("javas")
    void theDemoIsExactOnEveryJavaThereIs(Path javaHome) throws Exception {
        for (String start : List.of("first", "second")) {
            try (BanipProcess demo = banip(javaHome, "demo", "--json", "--seconds", "2", "--speed", "2")) {
                assertThat(demo.awaitExit()).as(start + ": " + demo.said()).isZero();
                assertThat(demo.json().bool("exact")).as(start).isTrue();
            }
        }
    }

    @Test
    void whatAnMbuDeliversThroughBrokerAndHostIsExported() throws Exception {
        Files.writeString(work.resolve("password"), PASSWORD + "\n");
        setPassword();
        try (BanipProcess host = banip("host", "--port", "0", "--store", "store.db");
                BanipProcess broker = broker(host.awaitReady());
                BanipProcess mbu = mbu(broker.awaitReady())) {
            assertThat(mbu.awaitExit()).as(mbu.said()).isZero();
            JsonObject delivered = mbu.json();
            assertThat(delivered.bool("delivered")).isTrue();
            assertThat(exported(delivered.string("session")))
                    .isEqualTo(sensed(delivered))
                    .isNotEmpty();
        }
        assertThat(work.resolve("out")).isDirectoryContaining("glob:**.hea");
    }

    private void setPassword() throws Exception {
        Process passwd = new ProcessBuilder(banip.toString(), "wsb", "passwd", "--cost", "4", "passwords", "ban-1")
                .directory(work.toFile())
                .redirectInput(work.resolve("password").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(passwd.waitFor()).isZero();
    }

    private BanipProcess broker(URI host) throws IOException {
        return banip("wsb", "--port", "0", "--host-url", host.toString(), "--passwords", "passwords");
    }

    private BanipProcess mbu(URI broker) throws IOException {
        return banip(
                "mbu",
                "--json",
                "--wsb",
                broker.toString(),
                "--user",
                "ban-1",
                "--password-file",
                "password",
                "--seconds",
                "10",
                "--speed",
                "4");
    }

    private Map<String, String> exported(String session) throws Exception {
        try (BanipProcess export = banip("export", "--store", "store.db", "--out", "out", "--session", session)) {
            assertThat(export.awaitExit()).as(export.said()).isZero();
            return GROUP.matcher(export.printed())
                    .results()
                    .collect(Collectors.toMap((MatchResult found) -> found.group(1), found -> found.group(2)));
        }
    }

    private static Map<String, String> sensed(JsonObject delivered) {
        return delivered.objects("groups").stream()
                .collect(Collectors.toMap(group -> group.string("name"), group -> group.string("sha256")));
    }

    @Test
    void aHostHasTheProductOnItsClassPathAndNothingElse() throws Exception {
        try (BanipProcess host = banip("host", "--port", "0", "--store", "store.db")) {
            assertThat(host.awaitReady()).isNotNull();
            List<String> line = commandLine(host.pid());
            assertThat(line).contains("-XX:+ExitOnOutOfMemoryError", "-XX:+UseParallelGC");
            List<Path> classPath = classPath(line);
            assertThat(classPath).allMatch(jar -> home.resolve("lib").equals(jar.getParent()));
            assertThat(classPath.stream().map(jar -> jar.getFileName().toString()))
                    .anyMatch(jar -> jar.matches("banip-surrogate-[0-9].*"))
                    .anyMatch(jar -> jar.startsWith("banip-surrogate-jini-"))
                    .anyMatch(jar -> jar.startsWith("banip-surrogate-mail-"))
                    .anyMatch(jar -> jar.startsWith("banip-surrogate-oidc-"))
                    .anyMatch(jar -> jar.startsWith("banip-river-"))
                    .anyMatch(jar -> jar.startsWith("postgresql-"))
                    .anyMatch(jar -> jar.startsWith("banip-mbu-netty-"))
                    .anyMatch(jar -> jar.startsWith("banip-gateway-"))
                    .noneMatch(jar -> jar.matches("(grpc|hivemq|jmh|jna|zstd|banip-measure|banip-emulator).*"));
        }
    }

    /** What the running process was started with. */
    private static List<String> commandLine(long pid) throws IOException {
        String line = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
        return List.of(line.split("\0"));
    }

    private static List<Path> classPath(List<String> line) {
        return Stream.of(line.get(line.indexOf("-cp") + 1).split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    @Test
    void measurementsAreThereToo() throws Exception {
        try (BanipProcess overhead = banip("measure", "overhead", "--out", "results")) {
            assertThat(overhead.awaitExit()).as(overhead.said()).isZero();
        }
        assertThat(work.resolve("results/overhead.csv")).isNotEmptyFile();
    }

    @Test
    void theHelpListsAllCommands() throws Exception {
        try (BanipProcess help = banip("--help")) {
            assertThat(help.awaitExit()).as(help.said()).isZero();
            assertThat(help.printed()).contains("demo", "host", "wsb", "mbu", "gateway", "watch", "export", "measure");
        }
    }

    @Test
    void aJavaHomeWithoutJavaIsReported() throws Exception {
        try (BanipProcess list = banip(Path.of("/nowhere"), "export", "--store", "none.db", "--list")) {
            assertThat(list.awaitExit()).isEqualTo(1);
            assertThat(list.said())
                    .contains("banip: JAVA_HOME is /nowhere, where there is no bin/java; looking for Java on the PATH")
                    .contains("none.db does not exist");
        }
    }

    @Test
    void bothArchivesHoldTheSame() throws Exception {
        Set<String> packed = files(run("tar", "-tzf", ARCHIVE + ".tar.gz").stream());
        try (ZipFile zip = new ZipFile(ARCHIVE + ".zip")) {
            assertThat(files(zip.stream().map(ZipEntry::getName))).isEqualTo(packed);
        }
        String root = Path.of(ARCHIVE).getFileName() + "/";
        assertThat(packed)
                .contains(root + "README.md", root + "CHANGELOG.md", root + "docs/protocol.md")
                .anyMatch(name -> name.matches(root + "war/banip-wsb-war-.*\\.war"))
                .anyMatch(name -> name.matches(root + "war/banip-surrogate-war-.*\\.war"))
                .noneMatch(name -> name.endsWith("-tests.jar"));
    }

    private static Set<String> files(Stream<String> entries) {
        return entries.filter(name -> !name.endsWith("/")).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The plugin that makes it works online only. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "sqlite-jdbc", "jetty-server", "banip-mbu", "banip-measure", "grpc-api"})
    void theBillOfMaterialsNamesWhatIsInside(String component) throws Exception {
        assumeFalse(
                "offline true".equals(System.getProperty("banip.maven")),
                "built offline: there is no bill of materials");
        JsonObject bill = JsonObject.parse(Files.readString(Path.of(ARCHIVE + "-sbom.cdx.json")));
        assertThat(bill.string("bomFormat")).isEqualTo("CycloneDX");
        assertThat(bill.objects("components"))
                .anyMatch(each -> each.string("name").equals(component));
    }
}
