package org.banip.app.demo;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.settings.Credentials;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/** A surrogate host and a broker on loopback, with a store and a password file of their own. */
final class DemoBackEnd implements AutoCloseable {
    /** Name of the MBU and of its BAN: without grants a broker lets an identity register the BAN of its name. */
    static final String IDENTITY = "demo";

    private static final String LOOPBACK = "127.0.0.1";
    /** The lowest cost of bcrypt; the password is used during the demo only. */
    private static final int BCRYPT_COST = 4;

    private static final int PASSWORD_BYTES = 18;

    private final SurrogateHost host;
    private final HostServer server;
    private final WirelessServiceBroker broker;
    private final String password;

    DemoBackEnd(DemoSettings settings, DemoFolder folder, Transcoders known) {
        password = randomPassword();
        host = SurrogateHost.builder(JdbcStore.open(folder.store()))
                .transcoders(known)
                .build();
        try {
            server = HostServer.start(
                    host,
                    HostServerSettings.builder()
                            .address(LOOPBACK, settings.hostPort())
                            .build());
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
        try {
            new PasswordFile(folder.passwords()).set(IDENTITY, password.toCharArray(), BCRYPT_COST);
            broker = WirelessServiceBroker.builder()
                    .configuration(BrokerConfiguration.builder()
                            .surrogateHost(server.baseUri())
                            .passwordFile(folder.passwords())
                            .build())
                    .listen(LOOPBACK, settings.wsbPort())
                    .start();
        } catch (RuntimeException e) {
            server.close();
            host.close();
            throw e;
        }
    }

    private static String randomPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** URL of the broker, for MBUs. */
    URI brokerUri() {
        return broker.uri();
    }

    /** URL of the host's live page. */
    URI livePage() {
        return server.baseUri();
    }

    /** Credentials that the broker accepts. */
    Credentials credentials() {
        return Credentials.basic(IDENTITY, password);
    }

    /** The host itself, for subscribers in this process. */
    SurrogateHost host() {
        return host;
    }

    @Override
    public void close() {
        broker.close();
        server.close();
        host.close();
    }
}
