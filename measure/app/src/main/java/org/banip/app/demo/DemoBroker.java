package org.banip.app.demo;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.server.tls.TrustedCertificates;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/** A broker with a password file of its own. */
final class DemoBroker implements AutoCloseable {
    /** Name of the MBU and of its BAN: without grants a broker lets an identity register the BAN of its name. */
    static final String IDENTITY = "demo";

    /** The lowest cost of bcrypt; the password is used during the demo only. */
    private static final int BCRYPT_COST = 4;

    private static final int PASSWORD_BYTES = 18;

    private final Optional<X509ExtendedTrustManager> trust;
    private final WirelessServiceBroker broker;
    private final String password = randomPassword();

    /**
     * Starts one.
     *
     * @param host URL of the surrogate host
     * @param address on which it listens
     * @param port 0 for any free port
     * @param authority of the host's certificate and its own; empty for plain HTTP
     */
    DemoBroker(URI host, DemoFolder folder, String address, int port, Optional<DevelopmentAuthority> authority) {
        new PasswordFile(folder.passwords()).set(IDENTITY, password.toCharArray(), BCRYPT_COST);
        BrokerConfiguration.Builder configuration =
                BrokerConfiguration.builder().surrogateHost(host).passwordFile(folder.passwords());
        authority.map(DevelopmentAuthority::certificate).ifPresent(configuration::hostAuthorities);
        WirelessServiceBroker.Builder builder = WirelessServiceBroker.builder()
                .configuration(configuration.build())
                .listen(address, port);
        if (!address.equals(DemoNetwork.LOOPBACK)) {
            builder.allowPlainText(); // the links are inside this machine
        }
        authority.map(DevelopmentAuthority::server).ifPresent(builder::tls);
        trust = authority.map(DevelopmentAuthority::certificate).map(TrustedCertificates::trustManager);
        broker = builder.start();
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

    /** How an MBU connects to it. */
    HttpSettings http() {
        HttpSettings.Builder settings = HttpSettings.builder();
        trust.ifPresent(settings::trustManager);
        return settings.build();
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
