package org.banip.app.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/** The program that README.md prints, with the imports it names, in a method that has what it leaves to the reader. */
final class PrintedProgram {
    /** Of user ban-17, as the pages print it. */
    static final String PASSWORD = "a good password";

    private static final String LOOPBACK = "127.0.0.1";
    private static final int BCRYPT_COST = 4;
    private static final Pattern JAVA = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);

    /** {@code URI} stands for itself: the program means a broker of its reader's, and gets the test's. */
    private static final String AROUND = """
            import java.time.Duration;
            import java.util.List;
            import org.banip.core.ban.*;
            import org.banip.mbu.MobileBaseUnit;
            import org.banip.mbu.settings.Credentials;
            import org.banip.mbu.spi.OfferOutcome;
            public final class Program {
                interface Listener { void sampled(java.time.Instant instant, int value); }
                interface Device { void listen(Listener listener); }
                interface Address { java.net.URI create(String printed); }
                public static void run(java.net.URI broker, String password,
                        java.util.function.Consumer<java.util.function.ObjIntConsumer<java.time.Instant>> driver)
                        throws InterruptedException {
                    Address URI = printed -> broker;
                    Device device = listener -> driver.accept(listener::sampled);
            // README.md
            %PROGRAM%
                }
            }
            """;

    private static final String PLACE = "        // the ten lines";

    private final List<String> lines;
    private final String app;

    private PrintedProgram(List<String> lines, String app) {
        this.lines = lines;
        this.app = app;
    }

    /** The first Java program on the page, and the second one, which has a place for the first. */
    static PrintedProgram on(Path page) throws IOException {
        Matcher program = JAVA.matcher(Files.readString(page));
        assertThat(program.find()).as("%s prints a Java program", page).isTrue();
        List<String> lines = program.group(1).lines().collect(Collectors.toList());
        assertThat(program.find()).as("%s prints an app", page).isTrue();
        assertThat(program.group(1)).contains(PLACE);
        return new PrintedProgram(lines, program.group(1));
    }

    /** The Java programs on the page. The test fails if the page has another number of them. */
    static List<String> all(Path page, int count) throws IOException {
        List<String> programs = JAVA.matcher(Files.readString(page))
                .results()
                .map(program -> program.group(1))
                .collect(Collectors.toList());
        assertThat(programs).as("Java programs on %s", page).hasSize(count);
        return programs;
    }

    List<String> lines() {
        return lines;
    }

    /** Compiles it into a directory and runs it, with a device that the driver plays. */
    void run(Path directory, URI broker, String password, Consumer<ObjIntConsumer<Instant>> driver) throws Exception {
        compile("Program", AROUND.replace("%PROGRAM%", String.join("\n", lines)), directory);
        ClassLoader parent = PrintedProgram.class.getClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, parent)) {
            Method run = loader.loadClass("Program").getMethod("run", URI.class, String.class, Consumer.class);
            run.invoke(null, broker, password, driver);
        }
    }

    /** Compiles the app with the program in its place. */
    void compileApp(Path directory) throws IOException {
        compile("App", app.replace(PLACE, String.join("\n", lines)), directory);
    }

    /** A broker that knows the user ban-17. */
    static WirelessServiceBroker broker(Path directory, URI host) {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("ban-17", PASSWORD.toCharArray(), BCRYPT_COST);
        BrokerConfiguration configuration = BrokerConfiguration.builder()
                .surrogateHost(host)
                .passwordFile(passwords)
                .build();
        return WirelessServiceBroker.builder()
                .configuration(configuration)
                .listen(LOOPBACK, 0)
                .start();
    }

    /** Compiles a class without a warning into a directory. */
    static void compile(String name, String text, Path directory) throws IOException {
        Path source = Files.writeString(directory.resolve(name + ".java"), text);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        List<String> options = List.of(
                "-proc:none", "-Xlint:all,-path", "-cp", System.getProperty("java.class.path"), "-d", "" + directory);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, null, null)) {
            compiler.getTask(null, files, said, options, null, files.getJavaFileObjects(source))
                    .call();
        }
        assertThat(said.getDiagnostics())
                .as("what the compiler says")
                .noneMatch(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE);
    }
}
