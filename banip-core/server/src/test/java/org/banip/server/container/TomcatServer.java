package org.banip.server.container;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat with a WAR at a path. Loaded by {@link IsolatedContainer} only. */
public final class TomcatServer implements Function<Map<String, String>, URI>, Closeable {
    private final Tomcat tomcat = new Tomcat();
    private final String path;
    private final Path war;
    private Path directory;

    /** A server. */
    public TomcatServer(String path, Path war) {
        this.path = path;
        this.war = war;
    }

    @Override
    public URI apply(Map<String, String> given) {
        Map<String, String> parameters = new HashMap<>(given);
        ContainerTls tls = ContainerTls.take(parameters);
        String address = OtherAddress.listen(parameters);
        // Else Tomcat claims the one place for URL handlers of this JVM.
        TomcatURLStreamHandlerFactory.disable();
        try {
            directory = Files.createTempDirectory("tomcat");
            Files.createDirectory(directory.resolve("webapps"));
            tomcat.setBaseDir(directory.toString());
            tomcat.setAddDefaultWebXmlToWebapp(false);
            Connector connector = new Connector();
            connector.setPort(0);
            connector.setProperty("address", address);
            // Bounded, as docs/configuration.md recommends: what is in there is delay.
            connector.setProperty("socket.rxBufSize", "65536");
            connector.setProperty("socket.txBufSize", "65536");
            connector.addUpgradeProtocol(new Http2Protocol());
            if (tls != null) {
                askForCertificates(connector, tls);
            }
            tomcat.setConnector(connector);
            tomcat.getEngine().setParentClassLoader(TomcatServer.class.getClassLoader());
            Context context = tomcat.addWebapp(path, war.toString());
            parameters.forEach(context::addParameter);
            tomcat.start();
            if (!context.getState().isAvailable()) {
                throw new IllegalStateException("the web application does not start");
            }
            return URI.create(connector.getScheme() + "://127.0.0.1:" + connector.getLocalPort() + path + "/");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As docs/configuration.md recommends. */
    private static void askForCertificates(Connector connector, ContainerTls tls) {
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("SSLEnabled", "true");
        SSLHostConfig host = new SSLHostConfig();
        host.setCertificateVerification("optional");
        host.setTrustStore(tls.clients());
        SSLHostConfigCertificate own = new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.EC);
        own.setCertificateKeystoreFile(tls.keyStore());
        own.setCertificateKeystorePassword(ContainerTls.PASSWORD);
        host.addCertificate(own);
        connector.addSslHostConfig(host);
    }

    @Override
    public void close() throws IOException {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IOException(e);
        }
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }
}
