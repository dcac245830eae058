package org.banip.surrogate.war;

import java.net.URI;
import java.nio.file.Path;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty with the WAR at {@code /host}. */
final class JettyHost {
    private final Server jetty;
    private final ServerConnector connector;

    JettyHost(Path directory) throws Exception {
        this(directory, Path.of(System.getProperty("banip.war")));
    }

    /** With another WAR than the one that was built. */
    JettyHost(Path directory, Path war) throws Exception {
        jetty = new Server();
        connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        WebAppContext context = new WebAppContext();
        context.setContextPath("/host");
        context.setWar(war.toString());
        context.setTempDirectory(directory.resolve("webapp").toFile());
        context.setInitParameter(
                "banip.host.store", directory.resolve("store.db").toString());
        context.setInitParameter("banip.host.interconnects-per-identity", "256");
        context.setThrowUnavailableOnStartupException(true);
        jetty.setHandler(context);
        jetty.start();
    }

    void close() throws Exception {
        jetty.stop();
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/host/");
    }
}
