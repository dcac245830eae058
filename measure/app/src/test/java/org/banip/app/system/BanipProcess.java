package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.banip.app.Banip;
import org.banip.core.json.JsonObject;

/** The command line in a JVM of its own. */
public final class BanipProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** A shell's background jobs ignore SIGINT, and so would what the tests start there. */
    private static final List<String> SIGINT_HEEDED =
            Files.exists(Path.of("/proc/self/status")) ? List.of("env", "--default-signal=INT") : List.of();

    private static final Pattern READY = Pattern.compile("ready at ((?:http|jini)\\S+?),?\\s");

    private final Process process;
    private final Path out;
    private final Path err;

    private BanipProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts a command in this Java. */
    public static BanipProcess start(Path directory, String... args) throws IOException {
        return start(Path.of(System.getProperty("java.home")), directory, Map.of(), args);
    }

    /** Starts a command in some Java, with these environment variables; what it prints goes to files in the directory. */
    public static BanipProcess start(Path javaHome, Path directory, Map<String, String> environment, String... args)
            throws IOException {
        return start(java(javaHome, classPath(), Banip.class, args), args[0], directory, environment);
    }

    /** The command for a program of these tests in this Java. */
    public static List<String> command(Class<?> main, String... args) throws IOException {
        // An archive is of the beginning of a class path: what only tests need comes last.
        String all = Stream.concat(
                        Stream.of(classPath()), testClassPath().stream().filter(BanipProcess::isOfTests))
                .collect(Collectors.joining(File.pathSeparator));
        return java(Path.of(System.getProperty("java.home")), all, main, args);
    }

    private static List<String> java(Path javaHome, String classPath, Class<?> main, String... args)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(FastStart.options(javaHome, classPath()));
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /** Starts a servlet container that sees its own libraries only, as an installed one does, with one web archive. */
    public static BanipProcess startContainer(
            ServletContainer container, Path directory, Map<String, String> environment, String archive, String path)
            throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                container.classPath(testClassPath()),
                container.main().getName(),
                archive,
                path);
        return start(command, container.name() + path.replace('/', '-'), directory, environment);
    }

    /** Starts any command with these environment variables; what it prints goes to files in the directory, named after it. */
    public static BanipProcess start(List<String> command, String name, Path directory, Map<String, String> environment)
            throws IOException {
        Path out = Files.createTempFile(directory, name, ".out");
        Path err = Files.createTempFile(directory, name, ".err");
        List<String> heeding = new ArrayList<>(SIGINT_HEEDED);
        heeding.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(heeding)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new BanipProcess(builder.start(), out, err);
    }

    /** What these tests run on, without what only tests need to configure themselves. */
    private static String classPath() {
        return testClassPath().stream()
                .filter(entry -> !isOfTests(entry))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isOfTests(String entry) {
        return entry.endsWith("test-classes") || entry.endsWith("-tests.jar");
    }

    private static List<String> testClassPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return List.of(all.split(File.pathSeparator));
    }

    /** The URL it says it is ready at. */
    public URI awaitReady() {
        return URI.create(awaitMatch(out, 0, READY));
    }

    /** Waits for something on standard output; the first group of the expression. */
    public String awaitPrinted(String regex) {
        return awaitMatch(out, 0, Pattern.compile(regex));
    }

    /** Waits for something on standard error. */
    public void awaitSaid(String regex) {
        String unused = awaitMatch(err, 0, Pattern.compile("(" + regex + ")"));
    }

    /** Waits for something on standard error that it has not said yet. */
    public void awaitSaidFromNow(String regex) throws IOException {
        String unused = awaitMatch(err, said().length(), Pattern.compile("(" + regex + ")"));
    }

    private String awaitMatch(Path file, int from, Pattern pattern) {
        try {
            return await().atMost(PATIENCE)
                    .until(
                            () -> {
                                boolean alive = process.isAlive();
                                Matcher matcher = pattern.matcher(Files.readString(file));
                                if (matcher.find(from)) {
                                    return matcher.group(1);
                                }
                                assertThat(alive).as("alive; said " + said()).isTrue();
                                return "";
                            },
                            found -> !found.isEmpty());
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("never said '" + pattern + "', but " + heard(), e);
        }
    }

    private String heard() {
        try {
            return printed() + said();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Waits for its end. */
    public int awaitExit() throws InterruptedException, IOException {
        return awaitExit(PATIENCE);
    }

    /** Waits for the end of one that takes longer than others. */
    public int awaitExit(Duration patience) throws InterruptedException, IOException {
        boolean ended = process.waitFor(patience.toSeconds(), TimeUnit.SECONDS);
        assertThat(ended).as("ended; said " + said()).isTrue();
        return process.exitValue();
    }

    /** What it printed on standard output. */
    public String printed() throws IOException {
        return Files.readString(out);
    }

    /** What it printed on standard output, which must be one line of JSON. */
    public JsonObject json() throws IOException {
        List<String> lines = printed().lines().toList();
        assertThat(lines).as("standard output; standard error was " + said()).hasSize(1);
        return JsonObject.parse(lines.get(0));
    }

    /** What it printed on standard error. */
    public String said() throws IOException {
        return Files.readString(err);
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** The processes that it has started, and theirs. */
    public Stream<ProcessHandle> descendants() {
        return process.descendants();
    }

    /** SIGTERM: asks it to end. */
    public void terminate() {
        process.destroy();
    }

    /** SIGKILL: it ends at once. */
    public void kill() {
        Process unused = process.destroyForcibly().onExit().join();
    }

    /** Sends SIGINT, as a terminal does for control and C. */
    public void interrupt() throws IOException, InterruptedException {
        int sent = new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(sent).isZero();
    }

    @Override
    public void close() {
        kill();
    }
}
