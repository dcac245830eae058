package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A host that demands certificates of brokers, brokers and an MBU, each in a JVM of its own. */
@Execution(ExecutionMode.CONCURRENT)
class CertifiedBrokersIT {
    private static final String PASSWORD = "correct horse battery staple";

    @TempDir
    Path directory;

    private DevelopmentAuthority authority;
    private BanipProcess host;
    private URI hostUri;

    @BeforeEach
    void start() throws Exception {
        authority = DevelopmentAuthority.in(directory.resolve("certificates"));
        authority.issueServer(List.of("127.0.0.1"), 2, false);
        authority.issueBroker("ward-3", 2, false);
        authority.issueBroker("ward-4", 2, false);
        Files.writeString(directory.resolve("revoked"), serial(authority.broker("ward-4")) + "\n");
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        new PasswordFile(directory.resolve("passwords")).set("ban-1", PASSWORD.toCharArray(), 4);
        TlsFiles own = authority.server();
        host = BanipProcess.start(
                directory,
                "host",
                "--port",
                "0",
                "--store",
                "store.db",
                "--certificate-file",
                own.certificate().toString(),
                "--private-key-file",
                own.privateKey().orElseThrow().toString(),
                "--broker-ca",
                authority.certificate().toString(),
                "--broker-revoked-file",
                "revoked");
        hostUri = host.awaitReady();
    }

    @AfterEach
    void end() {
        host.close();
    }

    private static String serial(TlsFiles files) throws Exception {
        try (InputStream in = Files.newInputStream(files.certificate())) {
            X509Certificate read =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return read.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);
        }
    }

    private BanipProcess broker(String name) throws Exception {
        TlsFiles shown = authority.broker(name);
        return BanipProcess.start(
                directory,
                "wsb",
                "--port",
                "0",
                "--host-url",
                hostUri.toString(),
                "--trust",
                authority.certificate().toString(),
                "--host-certificate-file",
                shown.certificate().toString(),
                "--host-private-key-file",
                shown.privateKey().orElseThrow().toString(),
                "--passwords",
                "passwords");
    }

    private BanipProcess mbu(BanipProcess broker) throws Exception {
        return BanipProcess.start(
                directory,
                "mbu",
                "--json",
                "--wsb",
                broker.awaitReady().toString(),
                "--user",
                "ban-1",
                "--password-file",
                "password");
    }

    @Test
    void anMbuStreamsExactlyThroughABrokerWithItsCertificate() throws Exception {
        try (BanipProcess broker = broker("ward-3");
                BanipProcess mbu = mbu(broker)) {
            mbu.awaitSaid("acknowledged [1-9][\\d,]* .* connected");
            mbu.interrupt();
            assertThat(mbu.awaitExit()).as(mbu.said()).isEqualTo(130);
            Stored.assertExact(directory, "store.db", mbu.json());
        }
    }

    /** Both say why; the MBU's own credentials are right, so it tries again. */
    @Test
    void aBrokerWithARevokedCertificateIsRefused() throws Exception {
        try (BanipProcess broker = broker("ward-4");
                BanipProcess mbu = mbu(broker)) {
            host.awaitSaid("a broker from 127\\.0\\.0\\.1 is refused, certificate 'CN=ward-4' with serial number "
                    + serial(authority.broker("ward-4")) + ": the certificate of ward-4 was revoked");
            broker.awaitSaid("WARN .*it demands a client certificate of this broker");
            mbu.awaitSaid("host-unavailable");
            mbu.kill();
        }
    }
}
