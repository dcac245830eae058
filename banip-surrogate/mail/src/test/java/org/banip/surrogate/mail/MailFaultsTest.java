package org.banip.surrogate.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.surrogate.settings.MailSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts by e-mail when the mail server, or the way to it, fails. */
@Timeout(300)
@SuppressWarnings("try") // what is open is not named
class MailFaultsTest {
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

    /** Each byte comes in time; the attempt ends all the same. */
    @ParameterizedTest
    @EnumSource(MailSettings.Protection.class)
    void aServerThatNeverEndsItsAnswerIsLeft(MailSettings.Protection protection) throws Exception {
        String begun =
                protection == MailSettings.Protection.TLS ? "\u0016\u0003\u0003?\u00ff" : "220-mail.test\r\n220-";
        MailServer.context(directory);
        try (DrippingServer server = new DrippingServer(begun)) {
            mails.start(new MailSettings(
                    "localhost",
                    server.port(),
                    protection,
                    Optional.empty(),
                    "banip@host.example",
                    false,
                    Optional.of(directory.resolve("server.pem")),
                    Duration.ofSeconds(1)));
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().problem().isPresent());
            assertThat(mails.alerting().problem().orElseThrow())
                    .as("the second one if this machine stands still for a second")
                    .containsAnyOf("it took longer than 6000 ms", "SocketTimeoutException");
        }
    }

    @Test
    void aServerThatDoesNotLetTheHostInIsTriedAgain() throws Exception {
        try (MailServer server = MailServer.secure(directory, "another")) {
            mails.start(mails.secure(server.port()));
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().problem().isPresent());
            assertThat(mails.alerting().problem().orElseThrow())
                    .contains("it does not let the host in")
                    .doesNotContain(AlertingByMail.PASSWORD);
            server.password = AlertingByMail.PASSWORD;
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 1);
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().problem().isEmpty());
        }
    }

    @Test
    void whatMayBeTakenLaterComesAgainWithTheSameMessageId() throws Exception {
        try (MailServer server = MailServer.plain(0)) {
            List<String> tried = new CopyOnWriteArrayList<>();
            server.behaviour = new MailServer.Behaviour() {
                @Override
                public int recipient(int number) {
                    return number == 1 ? 450 : 0;
                }

                @Override
                public int text(int number, String text) {
                    tried.add(text);
                    return number == 1 ? 451 : 0;
                }
            };
            mails.start(mails.plain(server.port()));
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 1);
            assertThat(tried).hasSize(2);
            assertThat(tried.get(1)).isEqualTo(tried.get(0));
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().statistics().delivered() == 1);
            assertThat(mails.alerting().statistics().failed()).isEqualTo(2);
        }
    }

    @Test
    void whatIsRefusedHoldsUpNoOther() throws Exception {
        mails.full = true;
        try (MailServer server = MailServer.plain(0)) {
            server.behaviour = new MailServer.Behaviour() {
                @Override
                public int text(int number, String text) {
                    return text.contains("poison") ? 554 : 0;
                }
            };
            mails.start(mails.plain(server.port()));
            mails.found("ban-17", "poison", true);
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.texts() > 0);
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 1);
            assertThat(server.taken().get(0).message().getSubject())
                    .isEqualTo("[BANip] !!! HIGH raised: II asystole, 104.5 s (heart), BAN ban-17");
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().problem().isPresent() || server.texts() > 2);
            assertThat(mails.alerting().statistics().waiting()).isLessThanOrEqualTo(2);
        }
    }

    /** Inside the text, the server takes nothing. Behind it, the server has the e-mail, which comes again with the same id. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConnectionThatBreaksLosesNothing(boolean insideText) throws Exception {
        try (MailServer server = MailServer.plain(0);
                CuttingProxy proxy = new CuttingProxy(server.port(), insideText, 2)) {
            mails.start(mails.plain(proxy.port()));
            mails.found("ban-17", "heart", true);
            await().atMost(AlertingByMail.PATIENCE)
                    .until(() -> mails.alerting().statistics().delivered() == 1);
            assertThat(proxy.cutsLeft()).isLessThanOrEqualTo(0);
            assertThat(server.ids().stream().distinct()).hasSize(1);
            // Behind the text, a reset may reach the server before it has read the end.
            assertThat(server.taken()).hasSizeBetween(1, insideText ? 1 : 3);
        }
    }

    @Test
    void whatCannotBeWrittenHoldsUpNoOther() throws Exception {
        int port = mails.reservedPort();
        mails.start(mails.plain(port));
        for (int number = 1; number <= 5; number++) {
            mails.found("broken-" + number, "heart", true);
        }
        await().atMost(AlertingByMail.PATIENCE)
                .until(() -> mails.alerting().statistics().waiting() == 5);
        int broken = mails.tables().write("test", connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE alert_delivery SET body = '{}', row_crc = NULL")) {
                return update.executeUpdate();
            }
        });
        assertThat(broken).isEqualTo(5);
        mails.found("ban-17", "heart", true);
        try (MailServer server = MailServer.plain(port)) {
            await().atMost(AlertingByMail.PATIENCE).until(() -> mails.tables().read(MailFaultsTest::isDelivered));
        }
    }

    @Test
    void aServerThatIsDownGetsItWhenItIsBack() throws Exception {
        int port = mails.reservedPort();
        mails.start(mails.plain(port));
        mails.found("ban-17", "heart", true);
        await().atMost(AlertingByMail.PATIENCE)
                .until(() -> mails.alerting().problem().isPresent());
        try (MailServer server = MailServer.plain(port)) {
            await().atMost(AlertingByMail.PATIENCE).until(() -> server.taken().size() == 1);
        }
    }

    private static boolean isDelivered(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT count(*) FROM alert_delivery WHERE outcome = 1 AND body <> '{}'");
                ResultSet row = select.executeQuery()) {
            return row.next() && row.getInt(1) == 1;
        }
    }
}
