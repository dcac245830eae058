package org.banip.app.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.banip.app.CommandLineContract;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;
import org.banip.server.tls.TrustedCertificates;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code banip certificates}. */
class CertificatesCommandTest extends CommandLineContract {
    @TempDir
    private Path directory;

    private Path folder;

    @BeforeEach
    void chooseFolder() {
        folder = directory.resolve("certificates");
    }

    private int certificates(String... more) {
        String[] all = java.util.Arrays.copyOf(new String[] {"certificates", "--out", "" + folder}, 3 + more.length);
        System.arraycopy(more, 0, all, 3, more.length);
        return run(all);
    }

    private X509Certificate read(String name) throws Exception {
        try (InputStream in = Files.newInputStream(folder.resolve(name))) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private void assertTrusted() throws Exception {
        PKIXParameters trust =
                new PKIXParameters(TrustedCertificates.store(folder.resolve("ca.pem"), Optional.empty()));
        trust.setRevocationEnabled(false);
        assertThat(CertPathValidator.getInstance("PKIX")
                        .validate(
                                CertificateFactory.getInstance("X.509").generateCertPath(List.of(read("server.pem"))),
                                trust))
                .isNotNull();
    }

    @Test
    void serverCertificateIsSignedByTheAuthorityAndNamesItsHosts() throws Exception {
        assertThat(certificates("--host", "ward.example,10.1.2.3", "--days", "7"))
                .isZero();
        assertTrusted();
        X509Certificate server = read("server.pem");
        assertThat(server.getSubjectAlternativeNames().stream().map(name -> String.valueOf(name.get(1))))
                .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "ward.example", "10.1.2.3");
        assertThat(server.getBasicConstraints()).as("is no authority").isEqualTo(-1);
        assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1"); // serverAuth, RFC 5280
        assertThat(Duration.between(Instant.now(), server.getNotAfter().toInstant()))
                .isBetween(Duration.ofDays(6), Duration.ofDays(8));
        assertThat(read("ca.pem").getBasicConstraints()).isZero();
        assertThat(ReloadingTls.context(TlsFiles.pem(folder.resolve("server.pem"), folder.resolve("server-key.pem"))))
                .as("what host and wsb take")
                .isNotNull();
        assertThat(out.toString())
                .contains("banip mbu --user NAME --wsb https://ward.example:8080/ --trust " + folder.resolve("ca.pem"));
    }

    @Test
    void keysAreReadableByTheirOwnerOnly() throws Exception {
        assertThat(certificates()).isZero();
        for (String key : List.of("ca-key.pem", "server-key.pem")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(key))))
                    .isEqualTo("rw-------");
        }
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void serverFilesAreReplacedByForceOnlyAndTheAuthorityIsUsedAgain() throws Exception {
        assertThat(certificates()).isZero();
        byte[] authority = Files.readAllBytes(folder.resolve("ca.pem"));
        byte[] server = Files.readAllBytes(folder.resolve("server.pem"));
        assertThat(certificates()).isEqualTo(2);
        assertThat(err.toString())
                .contains(folder.resolve("server.pem") + " exists; --force replaces certificate and key");
        assertThat(folder.resolve("server.pem")).hasBinaryContent(server);
        assertThat(certificates("--force", "--host", "other.example")).isZero();
        assertThat(folder.resolve("ca.pem")).hasBinaryContent(authority);
        assertThat(Files.readAllBytes(folder.resolve("server.pem"))).isNotEqualTo(server);
        assertTrusted();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("server-key.pem"))))
                .isEqualTo("rw-------");
    }

    @Test
    void clientCertificatesNameTheirUsers() throws Exception {
        assertThat(certificates("--client", "ban-17,gateway@ward_3", "--days", "7"))
                .isZero();
        for (String user : List.of("ban-17", "gateway@ward_3")) {
            X509Certificate client = read(user + ".client.pem");
            assertThat(client.getSubjectAlternativeNames().stream().map(name -> String.valueOf(name.get(1))))
                    .containsExactly("banip:" + user);
            assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2"); // clientAuth, RFC 5280
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(folder.resolve(user + ".client-key.pem"))))
                    .isEqualTo("rw-------");
        }
        assertThat(folder.resolve("server.pem")).as("is not made for clients").doesNotExist();
        assertThat(certificates("--client", "ban-17")).isEqualTo(2);
        assertThat(certificates("--client", "ban-17", "--host", "ward.example")).isEqualTo(2);
    }

    /** Without a user's name: a broker is no MBU. */
    @Test
    void brokersCertificatesNameThem() throws Exception {
        assertThat(certificates("--broker", "ward-3")).isZero();
        X509Certificate broker = read("ward-3.broker.pem");
        assertThat(broker.getSubjectAlternativeNames().stream().map(name -> String.valueOf(name.get(1))))
                .containsExactly("banip-broker:ward-3");
        assertThat(broker.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2"); // clientAuth, RFC 5280
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(folder.resolve("ward-3.broker-key.pem"))))
                .isEqualTo("rw-------");
        assertThat(certificates("--broker", "../x")).isEqualTo(2);
        assertThat(certificates("--broker", "ward-4", "--client", "ban-17")).isEqualTo(2);
    }

    @Test
    void whatIsNoUserIsRefused() throws Exception {
        assertThat(certificates("--client", "../x")).isEqualTo(2);
        assertThat(err.toString()).contains("'../x' is no user's name");
        assertThat(folder).doesNotExist();
    }

    @Test
    void authorityWithoutItsKeyIsRefused() throws Exception {
        assertThat(certificates()).isZero();
        Files.delete(folder.resolve("ca-key.pem"));
        assertThat(certificates("--force")).isEqualTo(2);
        assertThat(err.toString()).contains("has no ca-key.pem; bring it back, or choose another folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,dns:b", "ward example", "ip:1", "", "-ward"})
    void whatIsNoHostIsRefused(String host) {
        assertThat(certificates("--host=" + host)).isEqualTo(2);
        assertThat(folder).doesNotExist();
    }

    @Test
    void folderThatCannotBeWrittenIsNamed() throws Exception {
        Files.writeString(folder, "a file");
        assertThat(certificates()).isEqualTo(1);
        assertThat(err.toString()).startsWith("banip certificates: " + folder + " is a file; allowed is a folder");
    }
}
