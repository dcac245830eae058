package org.banip.wsb.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.function.Supplier;
import org.banip.server.tls.TestKeys;
import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A container that asks for certificates: the broker takes the one of the connection, and verifies it by its own authorities. */
@Timeout(240)
class CertificateIT {
    @TempDir
    private Path directory;

    @Test
    void jettysAttributeNamesTheUser() throws Exception {
        theCertificateNamesTheUser(WarContainer::jetty);
    }

    @Test
    void tomcatsAttributeNamesTheUser() throws Exception {
        theCertificateNamesTheUser(WarContainer::tomcat);
    }

    @Test
    void tomcat10sAttributeNamesTheUser() throws Exception {
        theCertificateNamesTheUser(WarContainer::tomcat10);
    }

    private void theCertificateNamesTheUser(Supplier<Container> made) throws Exception {
        Path server = TestKeys.make(directory.resolve("server.p12"), "EC", "localhost");
        // Its only DNS name is localhost, which is a user's name as well.
        Path client = TestKeys.make(directory.resolve("client.p12"), "EC", "an MBU");
        Path other = TestKeys.make(directory.resolve("other.p12"), "EC", "another MBU");
        Container container = made.get();
        try (TestHost host = new TestHost()) {
            assertUser(container.start(settings(host, server, client, client)), host, server, client);
            container.close();
            container = made.get();
            URI broker = container.start(settings(host, server, client, other));
            try (Mbu mbu = Mbu.connectTls(broker, server, client, TestKeys.PASSWORD)) {
                mbu.openReverse("x", "Accept: x");
                assertThat(mbu.readRefusal())
                        .as("the container trusts it, the broker does not")
                        .isEqualTo("401 unauthenticated");
            }
        } finally {
            container.close();
        }
    }

    private static void assertUser(URI broker, TestHost host, Path server, Path client) throws Exception {
        assertThat(broker.getScheme()).isEqualTo("https");
        try (Mbu mbu = Mbu.connectTls(broker, server, client, TestKeys.PASSWORD)) {
            mbu.openReverse("x", "Accept: x");
            assertThat(host.nextConnection().readHead().fields()).containsEntry("banip-identity", "localhost");
        }
        try (Mbu mbu = Mbu.connectTls(broker, server, TestKeys.PASSWORD)) {
            mbu.openReverse("x", "Accept: x");
            assertThat(mbu.readRefusal()).isEqualTo("401 unauthenticated");
        }
    }

    /** Without a password file: certificates are enough. */
    private Map<String, String> settings(TestHost host, Path server, Path client, Path authority) throws Exception {
        KeyStore keys = KeyStore.getInstance(authority.toFile(), TestKeys.PASSWORD.toCharArray());
        byte[] encoded = keys.getCertificate(keys.aliases().nextElement()).getEncoded();
        Path pem = Files.writeString(
                directory.resolve("authority.pem"),
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(encoded)
                        + "\n-----END CERTIFICATE-----\n");
        return Map.of(
                "surrogate-host", host.uri().toString(),
                "client-ca", pem.toString(),
                "container.key-store", server.toString(),
                "container.client-store", client.toString());
    }
}
