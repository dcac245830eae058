package org.banip.app.demo;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.banip.mbu.settings.Credentials;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/** A broker on loopback, with a password file of its own. */
final class DemoBroker implements AutoCloseable {
    /** Name of the MBU and of its BAN: without grants a broker lets an identity register the BAN of its name. */
    static final String IDENTITY = "demo";

    private static final String LOOPBACK = "127.0.0.1";
    /** The lowest cost of bcrypt; the password is used during the demo only. */
    private static final int BCRYPT_COST = 4;

    private static final int PASSWORD_BYTES = 18;

    private final WirelessServiceBroker broker;
    private final String password = randomPassword();

    /**
     * Starts one.
     *
     * @param host URL of the surrogate host
     * @param port 0 for any free port
     */
    DemoBroker(URI host, DemoFolder folder, int port) {
        new PasswordFile(folder.passwords()).set(IDENTITY, password.toCharArray(), BCRYPT_COST);
        broker = WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(host)
                        .passwordFile(folder.passwords())
                        .build())
                .listen(LOOPBACK, port)
                .start();
    }

    private static String randomPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** URL for MBUs. */
    URI uri() {
        return broker.uri();
    }

    /** Credentials that it accepts. */
    Credentials credentials() {
        return Credentials.basic(IDENTITY, password);
    }

    @Override
    public void close() {
        broker.close();
    }
}
