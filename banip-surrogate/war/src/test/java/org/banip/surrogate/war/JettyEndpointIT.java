package org.banip.surrogate.war;

import java.net.URI;
import java.nio.file.Path;
import org.banip.surrogate.contract.EndpointContract;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract, served by the WAR in Jetty. */
class JettyEndpointIT extends EndpointContract {
    private static Server jetty;
    private static ServerConnector connector;

    @BeforeAll
    static void deploy(@TempDir Path directory) throws Exception {
        jetty = new Server();
        connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        WebAppContext context = new WebAppContext();
        context.setContextPath("/host");
        context.setWar(System.getProperty("banip.war"));
        context.setTempDirectory(directory.resolve("webapp").toFile());
        context.setInitParameter(
                "banip.host.store", directory.resolve("store.db").toString());
        context.setThrowUnavailableOnStartupException(true);
        jetty.setHandler(context);
        jetty.start();
    }

    @AfterAll
    static void undeploy() throws Exception {
        jetty.stop();
    }

    @Override
    protected URI base() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/host/");
    }
}
