package org.banip.server.container;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Jetty with a WAR at a path. Loaded by {@link IsolatedContainer} only. */
public final class JettyServer implements Function<Map<String, String>, URI>, Closeable {
    private final Server server = new Server();
    private final String path;
    private final Path war;

    /** A server. */
    public JettyServer(String path, Path war) {
        this.path = path;
        this.war = war;
    }

    @Override
    public URI apply(Map<String, String> given) {
        Map<String, String> parameters = new HashMap<>(given);
        ContainerTls tls = ContainerTls.take(parameters);
        String address = OtherAddress.listen(parameters);
        ServerConnector connector = tls == null ? new ServerConnector(server) : askingForCertificates(tls);
        connector.setHost(address);
        connector.setAcceptedReceiveBufferSize(65_536);
        connector.setAcceptedSendBufferSize(65_536);
        server.addConnector(connector);
        WebAppContext context = new WebAppContext();
        context.setContextPath(path);
        context.setWar(war.toUri().toString());
        context.setThrowUnavailableOnStartupException(true);
        parameters.forEach(context::setInitParameter);
        server.setHandler(context);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return URI.create((tls == null ? "http" : "https") + "://127.0.0.1:" + connector.getLocalPort() + path + "/");
    }

    /** As docs/configuration.md recommends. */
    private ServerConnector askingForCertificates(ContainerTls tls) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setKeyStorePath(tls.keyStore());
        factory.setKeyStorePassword(ContainerTls.PASSWORD);
        factory.setTrustStore(tls.clients());
        factory.setWantClientAuth(true);
        HttpConfiguration http = new HttpConfiguration();
        http.addCustomizer(new SecureRequestCustomizer(false));
        return new ServerConnector(server, factory, new HttpConnectionFactory(http));
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
