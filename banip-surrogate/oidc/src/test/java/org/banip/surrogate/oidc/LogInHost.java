package org.banip.surrogate.oidc;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;

/** A host, as an operator sets it, whose people log in at a provider. The viewers' file has the group {@code cardiology}, who are clinicians of ward 3. */
final class LogInHost implements AutoCloseable {
    private static final int MOST_TRIES = 10;

    private final SurrogateHost host;
    private final HostServer server;

    private LogInHost(SurrogateHost host, HostServer server) {
        this.host = host;
        this.server = server;
    }

    /** Settings of an operator. */
    static HostSettings settings(Map<String, String> set) {
        Map<String, String> environment = new HashMap<>();
        set.forEach((name, value) ->
                environment.put("BANIP_HOST_" + name.replace('-', '_').toUpperCase(Locale.ROOT), value));
        return new HostSettings(SettingsReader.of(HostSettings.TABLE)
                .properties(new Properties())
                .environment(environment)
                .read());
    }

    /** Starts a host at a free port, which the redirect URL must name before. */
    static LogInHost start(Path directory, URI issuer, Map<String, String> more) throws IOException {
        Path people = directory.resolve("viewers");
        new PeopleFile(people).setExternal("cardiology", true, rights("clinician", "ward3-*"));
        Path secret = Files.writeString(
                directory.resolve("client-secret"), more.getOrDefault("secret", IssuingServer.SECRET));
        IOException inUse = new IOException("no port is free");
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            int port = freePort();
            Map<String, String> set = new HashMap<>(Map.of(
                    "port", Integer.toString(port),
                    "store", directory.resolve("store.db").toString(),
                    "viewers-file", people.toString(),
                    "audit", directory.resolve("audit").toString(),
                    "oidc-issuer", issuer.toString(),
                    "oidc-client-id", IssuingServer.CLIENT,
                    "oidc-client-secret-file", secret.toString(),
                    "oidc-redirect-url", "http://127.0.0.1:" + port + "/oidc"));
            more.forEach((name, value) -> {
                if (!name.equals("secret")) {
                    set.put(name, value);
                }
            });
            HostSettings settings = settings(set);
            SurrogateHost host = SurrogateHost.open(settings);
            try {
                return new LogInHost(host, HostServer.start(host, HostServerSettings.of(settings)));
            } catch (RuntimeException e) {
                host.close();
                if (!(e.getCause() instanceof BindException)) {
                    throw e;
                }
                inUse = new IOException(e);
            }
        }
        throw inUse;
    }

    static PeopleFile.Rights rights(String roles, String bans) {
        return new PeopleFile.Rights(Optional.of(roles), Optional.of(bans));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getAllByName("127.0.0.1")[0])) {
            return socket.getLocalPort();
        }
    }

    URI base() {
        return server.baseUri();
    }

    @Override
    public void close() {
        server.close();
        host.close();
    }
}
