package org.banip.app.system;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat with one web archive, in the working directory. Arguments: its file and its context path. The environment may name stores of keys for TLS. */
final class TomcatProcess {
    private TomcatProcess() {}

    public static void main(String[] args) throws Exception {
        Path base = Files.createDirectories(Path.of("tomcat" + args[1]).toAbsolutePath());
        Files.createDirectories(base.resolve("webapps"));
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setAddDefaultWebXmlToWebapp(false);
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("socket.rxBufSize", "65536");
        connector.setProperty("socket.txBufSize", "65536");
        Optional<String> keys = Optional.ofNullable(System.getenv("CONTAINER_KEY_STORE"));
        keys.ifPresent(store -> secure(connector, store));
        tomcat.setConnector(connector);
        Context context = tomcat.addWebapp(args[1], args[0]);
        tomcat.start();
        if (!context.getState().isAvailable()) {
            throw new IllegalStateException("the web application does not start");
        }
        String scheme = keys.isPresent() ? "https" : "http";
        System.out.println("ready at " + scheme + "://127.0.0.1:" + connector.getLocalPort() + args[1] + "/ in Tomcat");
        tomcat.getServer().await();
    }

    /** TLS that asks clients for a certificate and needs none. */
    private static void secure(Connector connector, String keyStore) {
        String password = System.getenv("CONTAINER_STORE_PASSWORD");
        SSLHostConfig tls = new SSLHostConfig();
        tls.setCertificateVerification("optional");
        tls.setTruststoreFile(System.getenv("CONTAINER_TRUST_STORE"));
        tls.setTruststorePassword(password);
        SSLHostConfigCertificate own = new SSLHostConfigCertificate(tls, SSLHostConfigCertificate.Type.UNDEFINED);
        own.setCertificateKeystoreFile(keyStore);
        own.setCertificateKeystorePassword(password);
        tls.addCertificate(own);
        connector.addSslHostConfig(tls);
        connector.setProperty("SSLEnabled", "true");
        connector.setSecure(true);
        connector.setScheme("https");
    }
}
