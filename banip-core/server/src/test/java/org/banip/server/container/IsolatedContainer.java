package org.banip.server.container;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.banip.server.container.ContainerLog.Expected;

/**
 * A servlet container that sees its own libraries only, as an installed one does: what the web application needs must be in the WAR, and
 * the container's libraries must not get in its way. Closing it fails if something was logged at WARN or above that is not expected.
 */
public final class IsolatedContainer {
    /** This package: a folder, or the jar of this module's tests. */
    private static final Pattern TESTS =
            Pattern.compile("server[/\\\\]target.*(test-classes|-tests\\.jar)$|banip-server[^/]*-tests\\.jar$");

    private final String serverClass;
    private final List<Path> libraries;
    private final ContainerLog log;
    private URLClassLoader loader;
    private Closeable server;

    /** Jetty 12. */
    public static IsolatedContainer jetty(List<Expected> expected) {
        return new IsolatedContainer(
                JettyServer.class,
                classPath("/org/eclipse/jetty/|/jakarta.servlet-api-|/slf4j-api-|/slf4j-jdk14-"),
                expected);
    }

    /** Tomcat 11. */
    public static IsolatedContainer tomcat(List<Expected> expected) {
        return new IsolatedContainer(TomcatServer.class, classPath("/tomcat-"), expected);
    }

    /** Tomcat 10.1, which the build copies, since two versions of one library cannot share a class path. */
    public static IsolatedContainer tomcat10(List<Expected> expected) {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("banip.tomcat10")))) {
            return new IsolatedContainer(
                    TomcatServer.class,
                    Stream.concat(files, classPath("no library").stream()).toList(),
                    expected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A container.
     *
     * @param server made from the path of the web application and the WAR, makes a server with the WAR from its context parameters, and returns the
     *     URL; closes it
     * @param libraries the container's
     */
    private <S extends Function<Map<String, String>, URI> & Closeable> IsolatedContainer(
            Class<S> server, List<Path> libraries, List<Expected> expected) {
        this.serverClass = server.getName();
        this.libraries = libraries;
        this.log = new ContainerLog(expected);
    }

    /** The tests and the libraries of the class path whose path has a match of this pattern. */
    private static List<Path> classPath(String pattern) {
        Predicate<String> wanted = Pattern.compile(pattern).asPredicate();
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> wanted.test(entry) || TESTS.matcher(entry).find())
                .map(Path::of)
                .toList();
    }

    /**
     * Starts it with the WAR that the system property {@code banip.war} names.
     *
     * @param path of the web application, for example {@code /wsb}
     * @param parameters of its context
     * @return the base URL
     */
    public URI start(String path, Map<String, String> parameters) throws Exception {
        return start(path, Path.of(System.getProperty("banip.war")), parameters);
    }

    /**
     * Starts it with a WAR.
     *
     * @param path of the web application, for example {@code /wsb}
     * @param parameters of its context
     * @return the base URL
     */
    @SuppressWarnings("unchecked") // The class is the one given to the constructor, loaded once more.
    public URI start(String path, Path war, Map<String, String> parameters) throws Exception {
        loader = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader());
        Object made = loader.loadClass(serverClass)
                .getDeclaredConstructor(String.class, Path.class)
                .newInstance(path, war);
        server = (Closeable) made;
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return ((Function<Map<String, String>, URI>) made).apply(parameters);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private URL[] urls() throws MalformedURLException {
        URL[] urls = new URL[libraries.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = libraries.get(i).toUri().toURL();
        }
        return urls;
    }

    /** Stops it, and fails if something was logged at WARN or above that is not expected. */
    public void close() throws Exception {
        if (server != null) {
            server.close();
            server = null;
            loader.close();
            log.close();
        }
    }
}
