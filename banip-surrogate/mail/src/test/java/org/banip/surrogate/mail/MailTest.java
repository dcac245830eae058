package org.banip.surrogate.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.mail.internet.MimeMessage;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.banip.server.audit.Who;
import org.banip.surrogate.settings.MailSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Alerts by e-mail to a real mail server, over sockets. */
@Timeout(300)
class MailTest {
    @TempDir
    private Path directory;

    private AlertingByMail mails;

    @BeforeEach
    void contacts() throws Exception {
        mails = new AlertingByMail(directory);
    }

    @AfterEach
    void stop() throws Exception {
        mails.close();
    }

    @Test
    void eachStepIsAnEmailOverTlsThatSaysNothingOfThePatient() throws Exception {
        try (MailServer server = MailServer.secure(directory, AlertingByMail.PASSWORD)) {
            mails.start(mails.secure(server.port()));
            mails.found("ban-17", "heart", true);
            mails.found("ban-17", "heart", false);
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 2);
            String id = mails.alerting()
                    .find(UUID.fromString(server.ids().get(0).substring(1, 37)))
                    .join()
                    .orElseThrow()
                    .id()
                    .toString();
            assertThat(server.ids())
                    .containsExactly("<" + id + "-1.dr@host.example>", "<" + id + "-2.dr@host.example>");
            MailServer.Received first = server.taken().get(0);
            assertThat(first.from()).isEqualTo("banip@host.example");
            assertThat(first.to()).containsExactly("dr@example.org");
            assertThat(first.text())
                    .doesNotContain("ban-17", "heart", "asystole", "ecg", "104.5", AlertingByMail.SESSION.toString());
            MimeMessage raised = first.message();
            assertThat(raised.getSubject()).isEqualTo("[BANip] HIGH alert raised");
            assertThat(raised.getHeader("References")).containsExactly("<" + id + "@host.example>");
            assertThat(raised.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            assertThat(raised.getHeader("Importance")).containsExactly("high");
            assertThat(raised.getContent().toString())
                    .contains("alert:    " + id, "step:     1, raised, ", "priority: high");
            assertThat(server.taken().get(1).message().getHeader("References"))
                    .isEqualTo(raised.getHeader("References"));
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().statistics().delivered() == 2);
        }
    }

    @Test
    void thePasswordForTheServerChangesWithoutARestart() throws Exception {
        try (MailServer server = MailServer.secure(directory, AlertingByMail.PASSWORD)) {
            mails.start(mails.secure(server.port()));
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 1);

            server.password = "battery staple";
            Files.writeString(directory.resolve("password"), "battery staple\n");
            mails.found("ban-17", "heart", false);
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 2);
        }
    }

    @Test
    void tlsFromTheBeginningIsSpoken() throws Exception {
        ServerSocket listening = MailServer.context(directory)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (MailServer server = MailServer.plain(0);
                CuttingProxy secure = new CuttingProxy(listening, server.port())) {
            mails.start(mails.settings(
                    "localhost",
                    secure.port(),
                    MailSettings.Protection.TLS,
                    Optional.empty(),
                    Optional.of(directory.resolve("server.pem"))));
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 1);
        }
    }

    @Test
    void aServerWithoutStartTlsGetsNothing() throws Exception {
        try (MailServer server = MailServer.plain(0)) {
            Files.writeString(directory.resolve("server.pem"), "");
            mails.start(mails.settings(
                    "localhost", server.port(), MailSettings.Protection.STARTTLS, Optional.empty(), Optional.empty()));
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().problem().isPresent());
            assertThat(mails.alerting().problem().orElseThrow())
                    .contains("contact dr does not take alerts", "STARTTLS");
            assertThat(server.texts()).isZero();
        }
    }

    @Test
    void aServerWithACertificateThatIsNotTrustedGetsNothing() throws Exception {
        try (MailServer server = MailServer.secure(directory, AlertingByMail.PASSWORD)) {
            MailSettings trusted = mails.secure(server.port());
            mails.start(mails.settings(
                    "localhost", server.port(), MailSettings.Protection.STARTTLS, trusted.login(), Optional.empty()));
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().problem().isPresent());
            assertThat(mails.alerting().problem().orElseThrow()).contains("TLS");
            assertThat(server.texts()).isZero();
        }
    }

    @Test
    void namesAddNoHeaderAndNoRecipient() throws Exception {
        mails.full = true;
        String attack = "x\r\nBcc: evil@example.org\r\n\r\n.\r\nMAIL FROM:<a@b>";
        try (MailServer server = MailServer.plain(0)) {
            mails.start(mails.plain(server.port()));
            mails.found(attack, attack + "\u00e9", true);
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 1);
            UUID id = UUID.fromString(server.ids().get(0).substring(1, 37));
            mails.alerting().acknowledge(id, Who.of(attack, "password")).join();
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 2);
            for (MailServer.Received received : server.taken()) {
                assertThat(received.to()).containsExactly("dr@example.org");
                MimeMessage message = received.message();
                assertThat(message.getAllRecipients()).hasSize(1);
                assertThat(message.getHeader("Bcc")).isNull();
                assertThat(message.getSubject()).contains("x??Bcc: evil@example.org????.??MAIL FROM:<a@b>\u00e9");
            }
        }
    }

    @Test
    void aServerElsewhereNeedsTls() {
        assertThatThrownBy(() -> mails.settings(
                        "mail.example.org", 25, MailSettings.Protection.NONE, Optional.empty(), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("alert-mail-tls is none, which is allowed for a mail server of this machine only")
                .hasMessageContaining("'mail.example.org'");
    }
}
