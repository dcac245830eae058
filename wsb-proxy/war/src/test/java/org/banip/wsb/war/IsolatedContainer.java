package org.banip.wsb.war;

import java.io.Closeable;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.banip.wsb.contract.Container;

/**
 * A servlet container that sees its own libraries only, as an installed one does: what the web application needs must be in the WAR, and
 * the container's libraries must not get in its way.
 */
final class IsolatedContainer implements Container {
    private final String serverClass;
    private final Pattern libraries;
    private URLClassLoader loader;
    private Closeable server;

    /** Jetty. */
    static Container jetty() {
        return new IsolatedContainer(
                JettyServer.class, "/org/eclipse/jetty/|/jakarta.servlet-api-|/slf4j-api-|/logback-");
    }

    /** Tomcat. */
    static Container tomcat() {
        return new IsolatedContainer(TomcatServer.class, "/tomcat-");
    }

    /**
     * A container.
     *
     * @param server makes a server with the WAR from its context parameters, and returns the URL; closes it
     * @param libraries which entries of the class path are the container's
     */
    private <S extends Function<Map<String, String>, URI> & Closeable> IsolatedContainer(
            Class<S> server, String libraries) {
        this.serverClass = server.getName();
        this.libraries = Pattern.compile(libraries);
    }

    @Override
    @SuppressWarnings("unchecked") // The class is the one given to the constructor, loaded once more.
    public URI start(Map<String, String> settings) throws Exception {
        loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
        Map<String, String> parameters = new HashMap<>();
        settings.forEach((name, value) -> parameters.put("banip.wsb." + name, value));
        Object made = loader.loadClass(serverClass).getDeclaredConstructor().newInstance();
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

    private URL[] classPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (libraries.matcher(entry).find() || entry.endsWith("test-classes")) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return urls.toArray(new URL[0]);
    }

    @Override
    public void close() throws Exception {
        if (server != null) {
            server.close();
            server = null;
            loader.close();
        }
    }
}
