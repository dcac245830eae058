package org.banip.app.access;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.banip.app.system.BanipProcess;
import org.banip.app.system.ServletContainer;

/** The servers that are asked, each a process of its own that is started when it is needed, stand-alone or as a web archive in Tomcat. */
final class Servers implements AutoCloseable {
    /** A server with certain settings. */
    enum Kind {
        BROKER("wsb"),
        HOST_WITH_TOKENS("host"),
        HOST_WITH_BROKER_CERTIFICATES("host"),
        HOST_WITH_PEOPLE("host"),
        HOST_ALONE("host");

        private final String command;

        Kind(String command) {
            this.command = command;
        }

        /** Whether clients show certificates, which needs TLS. */
        private boolean asksForCertificates() {
            return this == BROKER || this == HOST_WITH_BROKER_CERTIFICATES;
        }

        private String plain() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** How it runs. */
    enum Deployment {
        STAND_ALONE,
        ARCHIVE
    }

    private final Secrets secrets;
    private final Path folder;
    private final Map<String, BanipProcess> running = new HashMap<>();
    private final HttpServer provider;
    private final URI issuer;

    Servers(Secrets secrets) throws IOException {
        this.secrets = secrets;
        folder = secrets.folder;
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getAllByName("127.0.0.1")[0], 0), 0);
        issuer = URI.create("http://127.0.0.1:" + provider.getAddress().getPort());
        provider.createContext("/", this::describe);
        provider.start();
    }

    /** What an identity provider says of itself; nobody logs in there. */
    private void describe(HttpExchange exchange) throws IOException {
        byte[] metadata =
                "{'issuer':'I','authorization_endpoint':'I/auth','token_endpoint':'I/token','jwks_uri':'I/keys'}"
                        .replace('\'', '"')
                        .replace("I", issuer.toString())
                        .getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(200, metadata.length);
            exchange.getResponseBody().write(metadata);
        }
    }

    /** A server's base URL. */
    URI base(Kind kind, Deployment deployment) throws IOException {
        return process(kind, deployment).awaitReady();
    }

    /** Where its health and metrics are. */
    URI health(Kind kind, Deployment deployment) throws IOException {
        BanipProcess process = process(kind, deployment);
        process.awaitSaid("health and metrics are at \\S+");
        return URI.create(process.said().replaceAll("(?s).*health and metrics are at (http\\S+).*", "$1"));
    }

    /** The viewers' file of a host with people. */
    Path people(Deployment deployment) {
        return folder.resolve("people-" + deployment);
    }

    private BanipProcess process(Kind kind, Deployment deployment) throws IOException {
        if (!running.containsKey(kind + " " + deployment)) {
            for (Deployment each : Deployment.values()) { // while one is asked, the other one starts
                running.put(kind + " " + each, start(kind, each));
            }
        }
        return running.get(kind + " " + deployment);
    }

    private BanipProcess start(Kind kind, Deployment deployment) throws IOException {
        Map<String, String> settings = kind == Kind.BROKER ? broker() : host(kind, deployment);
        settings.put("health-port", "0");
        if (deployment == Deployment.STAND_ALONE) {
            if (kind.asksForCertificates()) {
                settings.put(
                        "certificate-file",
                        secrets.authority.server().certificate().toString());
                settings.put(
                        "private-key-file",
                        secrets.authority.server().privateKey().orElseThrow().toString());
            }
            // The log tells at INFO where health and metrics are.
            List<String> arguments = new ArrayList<>(List.of(kind.command, "-v", "--port", "0"));
            settings.forEach((name, value) -> arguments.addAll(List.of("--" + name, value)));
            return BanipProcess.start(folder, arguments.toArray(String[]::new));
        }
        Map<String, String> environment = new HashMap<>();
        String prefix = "BANIP_" + kind.command + "_";
        settings.forEach(
                (name, value) -> environment.put((prefix + name.replace('-', '_')).toUpperCase(Locale.ROOT), value));
        if (kind.asksForCertificates()) {
            environment.put("CONTAINER_KEY_STORE", secrets.keyStore().toString());
            environment.put("CONTAINER_TRUST_STORE", secrets.trustStore().toString());
            environment.put("CONTAINER_STORE_PASSWORD", Secrets.STORE_PASSWORD);
        }
        return BanipProcess.startContainer(
                ServletContainer.TOMCAT,
                folder,
                environment,
                System.getProperty("banip.war." + kind.command),
                "/" + kind.plain());
    }

    private Map<String, String> host(Kind kind, Deployment deployment) throws IOException {
        Map<String, String> settings = new HashMap<>();
        settings.put("store", folder.resolve(kind + "-" + deployment + ".db").toString());
        // A reverse channel through a broker is answered with its first keep-alive.
        settings.put("keep-alive-millis", "500");
        if (kind == Kind.HOST_WITH_BROKER_CERTIFICATES) {
            settings.put("broker-ca", secrets.authority.certificate().toString());
            settings.put("broker-revoked-file", folder.resolve("revoked").toString());
            settings.put("broker-names", "ward-3,ward-4");
            settings.put("viewer-token-file", folder.resolve("viewer-token").toString());
        } else if (kind != Kind.HOST_ALONE) {
            settings.put("broker-token-file", folder.resolve("broker-token").toString());
            settings.put("viewer-token-file", folder.resolve("viewer-token").toString());
        }
        if (kind == Kind.HOST_WITH_PEOPLE) {
            Files.copy(secrets.people(), people(deployment));
            settings.put("viewers-file", people(deployment).toString());
            settings.put("oidc-issuer", issuer.toString());
            settings.put("oidc-client-id", "banip");
            settings.put("oidc-redirect-url", "https://host.example/oidc");
        }
        return settings;
    }

    private Map<String, String> broker() throws IOException {
        Map<String, String> settings = new HashMap<>();
        settings.put(
                "surrogate-host",
                base(Kind.HOST_WITH_TOKENS, Deployment.STAND_ALONE).toString());
        settings.put("token-file", folder.resolve("broker-token").toString());
        settings.put("password-file", folder.resolve("passwords").toString());
        settings.put("client-ca", secrets.authority.certificate().toString());
        settings.put("client-revoked-file", folder.resolve("revoked").toString());
        settings.put("jwt-keys", folder.resolve("keys.json").toString());
        settings.put("jwt-audience", Tokens.AUDIENCE);
        settings.put("jwt-revoked-file", folder.resolve("revoked-tokens").toString());
        return settings;
    }

    @Override
    public void close() {
        running.values().forEach(BanipProcess::close);
        provider.stop(0);
    }
}
