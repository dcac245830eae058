package org.banip.surrogate.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Audit;
import org.banip.server.audit.Who;
import org.banip.server.settings.Secret;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.settings.MailSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts by e-mail to a real mail server, over sockets. */
@Timeout(300)
@SuppressWarnings("try") // what is open is not named
class MailTest {
    private static final String PASSWORD = "correct horse";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final UUID SESSION = new UUID(1, 2);

    @TempDir
    private Path directory;

    /** Bound but never listening. */
    private final Socket reservation = new Socket();

    private Optional<Alerting> running = Optional.empty();
    private Optional<JdbcStore> store = Optional.empty();
    private boolean full;

    @BeforeEach
    void contacts() throws Exception {
        Files.writeString(
                directory.resolve("contacts.json"),
                "{\"contacts\": [{\"name\": \"dr\", \"email\": \"dr@example.org\"}], \"rules\": [{\"to\": [\"dr\"]}]}");
        Files.writeString(directory.resolve("password"), PASSWORD);
    }

    @AfterEach
    void stop() throws IOException {
        running.ifPresent(Alerting::close);
        store.ifPresent(JdbcStore::close);
        reservation.close();
    }

    /** A port at which nothing listens yet, and that nothing else gets. */
    private int reservedPort() throws IOException {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return reservation.getLocalPort();
    }

    private void start(MailSettings mail) {
        JdbcStore opened = JdbcStore.open(directory.resolve("store.db"));
        store = Optional.of(opened);
        AlertSettings settings = new AlertSettings(
                Optional.of(directory.resolve("contacts.json")),
                false,
                Optional.empty(),
                Duration.ofSeconds(5),
                1000,
                Optional.of(mail));
        Alerting made = new Alerting(
                opened.sideTables().orElseThrow(),
                settings,
                () -> System.currentTimeMillis() * 1_000_000,
                Audit.OFF,
                "detectors.json");
        made.start(List::of, step -> {});
        running = Optional.of(made);
    }

    private Alerting alerting() {
        return running.orElseThrow();
    }

    private MailSettings plain(int port) {
        return settings("127.0.0.1", port, MailSettings.Protection.NONE, Optional.empty(), Optional.empty());
    }

    private MailSettings secure(int port) {
        return settings(
                "localhost",
                port,
                MailSettings.Protection.STARTTLS,
                Optional.of(
                        new MailSettings.Login(MailServer.USER, Secret.read(directory.resolve("password"), 1, 100))),
                Optional.of(directory.resolve("server.pem")));
    }

    private MailSettings settings(
            String server,
            int port,
            MailSettings.Protection protection,
            Optional<MailSettings.Login> login,
            Optional<Path> authorities) {
        return new MailSettings(
                server, port, protection, login, "banip@host.example", full, authorities, Duration.ofSeconds(5));
    }

    private void found(String ban, String detector, boolean begins) {
        alerting()
                .found(
                        ban,
                        SESSION,
                        "host",
                        false,
                        7,
                        new Finding(
                                detector,
                                "asystole",
                                Severity.HIGH,
                                begins,
                                "ecg",
                                "II",
                                104.5,
                                "s",
                                98,
                                begins ? 100 : 110));
    }

    @Test
    void eachStepIsAnEmailOverTlsThatSaysNothingOfThePatient() throws Exception {
        try (MailServer server = MailServer.secure(directory, PASSWORD)) {
            start(secure(server.port()));
            found("ban-17", "heart", true);
            found("ban-17", "heart", false);
            await().atMost(PATIENCE).until(() -> server.taken().size() == 2);
            String id = alerting()
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
            assertThat(first.text()).doesNotContain("ban-17", "heart", "asystole", "ecg", "104.5", SESSION.toString());
            MimeMessage raised = first.message();
            assertThat(raised.getSubject()).isEqualTo("[BANip] HIGH alert raised");
            assertThat(raised.getHeader("References")).containsExactly("<" + id + "@host.example>");
            assertThat(raised.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            assertThat(raised.getHeader("Importance")).containsExactly("high");
            assertThat(raised.getContent().toString())
                    .contains("alert:    " + id, "step:     1, raised, ", "priority: high");
            assertThat(server.taken().get(1).message().getHeader("References"))
                    .isEqualTo(raised.getHeader("References"));
            await().atMost(PATIENCE).until(() -> alerting().statistics().delivered() == 2);
        }
    }

    @Test
    void tlsFromTheBeginningIsSpoken() throws Exception {
        ServerSocket listening = MailServer.context(directory)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (MailServer server = MailServer.plain(0);
                CuttingProxy secure = new CuttingProxy(listening, server.port())) {
            start(settings(
                    "localhost",
                    secure.port(),
                    MailSettings.Protection.TLS,
                    Optional.empty(),
                    Optional.of(directory.resolve("server.pem"))));
            found("ban-17", "heart", true);
            await().atMost(PATIENCE).until(() -> server.taken().size() == 1);
        }
    }

    /** Each byte comes in time; the attempt ends all the same. */
    @ParameterizedTest
    @EnumSource(MailSettings.Protection.class)
    void aServerThatNeverEndsItsAnswerIsLeft(MailSettings.Protection protection) throws Exception {
        String begun =
                protection == MailSettings.Protection.TLS ? "\u0016\u0003\u0003?\u00ff" : "220-mail.test\r\n220-";
        MailServer.context(directory);
        try (DrippingServer server = new DrippingServer(begun)) {
            start(new MailSettings(
                    "localhost",
                    server.port(),
                    protection,
                    Optional.empty(),
                    "banip@host.example",
                    false,
                    Optional.of(directory.resolve("server.pem")),
                    Duration.ofSeconds(1)));
            found("ban-17", "heart", true);
            await().atMost(PATIENCE).until(() -> alerting().problem().isPresent());
            assertThat(alerting().problem().orElseThrow())
                    .as("the second one if this machine stands still for a second")
                    .containsAnyOf("it took longer than 6000 ms", "SocketTimeoutException");
        }
    }

    @Test
    void aServerWithoutStartTlsGetsNothing() throws Exception {
        try (MailServer server = MailServer.plain(0)) {
            Files.writeString(directory.resolve("server.pem"), "");
            start(settings(
                    "localhost", server.port(), MailSettings.Protection.STARTTLS, Optional.empty(), Optional.empty()));
            found("ban-17", "heart", true);
            await().atMost(PATIENCE).until(() -> alerting().problem().isPresent());
            assertThat(alerting().problem().orElseThrow()).contains("contact dr does not take alerts", "STARTTLS");
            assertThat(server.texts()).isZero();
        }
    }

    @Test
    void aServerWithACertificateThatIsNotTrustedGetsNothing() throws Exception {
        try (MailServer server = MailServer.secure(directory, PASSWORD)) {
            MailSettings trusted = secure(server.port());
            start(settings(
                    "localhost", server.port(), MailSettings.Protection.STARTTLS, trusted.login(), Optional.empty()));
            found("ban-17", "heart", true);
            await().atMost(PATIENCE).until(() -> alerting().problem().isPresent());
            assertThat(alerting().problem().orElseThrow()).contains("TLS");
            assertThat(server.texts()).isZero();
        }
    }

    @Test
    void aServerThatDoesNotLetTheHostInIsTriedAgain() throws Exception {
        try (MailServer server = MailServer.secure(directory, "another")) {
            start(secure(server.port()));
            found("ban-17", "heart", true);
            await().atMost(PATIENCE).until(() -> alerting().problem().isPresent());
            assertThat(alerting().problem().orElseThrow())
                    .contains("it does not let the host in")
                    .doesNotContain(PASSWORD);
            server.password = PASSWORD;
            await().atMost(PATIENCE).until(() -> server.taken().size() == 1);
            await().atMost(PATIENCE).until(() -> alerting().problem().isEmpty());
        }
    }

    @Test
    void whatMayBeTakenLaterComesAgainWithTheSameMessageId() throws Exception {
        try (MailServer server = MailServer.plain(0)) {
            List<String> tried = new java.util.concurrent.CopyOnWriteArrayList<>();
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
            start(plain(server.port()));
            found("ban-17", "heart", true);
            await().atMost(PATIENCE).until(() -> server.taken().size() == 1);
            assertThat(tried).hasSize(2);
            assertThat(tried.get(1)).isEqualTo(tried.get(0));
            await().atMost(PATIENCE).until(() -> alerting().statistics().delivered() == 1);
            assertThat(alerting().statistics().failed()).isEqualTo(2);
        }
    }

    @Test
    void whatIsRefusedHoldsUpNoOther() throws Exception {
        full = true;
        try (MailServer server = MailServer.plain(0)) {
            server.behaviour = new MailServer.Behaviour() {
                @Override
                public int text(int number, String text) {
                    return text.contains("poison") ? 554 : 0;
                }
            };
            start(plain(server.port()));
            found("ban-17", "poison", true);
            await().atMost(PATIENCE).until(() -> server.texts() > 0);
            found("ban-17", "heart", true);
            await().atMost(PATIENCE).until(() -> server.taken().size() == 1);
            assertThat(server.taken().get(0).message().getSubject())
                    .isEqualTo("[BANip] !!! HIGH raised: II asystole, 104.5 s (heart), BAN ban-17");
            await().atMost(PATIENCE).until(() -> alerting().problem().isPresent() || server.texts() > 2);
            assertThat(alerting().statistics().waiting()).isLessThanOrEqualTo(2);
        }
    }

    /** Inside the text, the server takes nothing. Behind it, the server has the e-mail, which comes again with the same id. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConnectionThatBreaksLosesNothing(boolean insideText) throws Exception {
        try (MailServer server = MailServer.plain(0);
                CuttingProxy proxy = new CuttingProxy(server.port(), insideText, 2)) {
            start(plain(proxy.port()));
            found("ban-17", "heart", true);
            await().atMost(PATIENCE).until(() -> alerting().statistics().delivered() == 1);
            assertThat(proxy.cutsLeft()).isLessThanOrEqualTo(0);
            assertThat(server.ids().stream().distinct()).hasSize(1);
            // Behind the text, a reset may reach the server before it has read the end.
            assertThat(server.taken()).hasSizeBetween(1, insideText ? 1 : 3);
        }
    }

    @Test
    void whatCannotBeWrittenHoldsUpNoOther() throws Exception {
        int port = reservedPort();
        start(plain(port));
        for (int number = 1; number <= 5; number++) {
            found("broken-" + number, "heart", true);
        }
        await().atMost(PATIENCE).until(() -> alerting().statistics().waiting() == 5);
        int broken = store.flatMap(JdbcStore::sideTables).orElseThrow().write("test", connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE alert_delivery SET body = '{}', row_crc = NULL")) {
                return update.executeUpdate();
            }
        });
        assertThat(broken).isEqualTo(5);
        found("ban-17", "heart", true);
        try (MailServer server = MailServer.plain(port)) {
            await().atMost(PATIENCE)
                    .until(() ->
                            store.flatMap(JdbcStore::sideTables).orElseThrow().read(MailTest::isDelivered));
        }
    }

    private static boolean isDelivered(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT count(*) FROM alert_delivery WHERE outcome = 1 AND body <> '{}'");
                ResultSet row = select.executeQuery()) {
            return row.next() && row.getInt(1) == 1;
        }
    }

    @Test
    void aServerThatIsDownGetsItWhenItIsBack() throws Exception {
        int port = reservedPort();
        start(plain(port));
        found("ban-17", "heart", true);
        await().atMost(PATIENCE).until(() -> alerting().problem().isPresent());
        try (MailServer server = MailServer.plain(port)) {
            await().atMost(PATIENCE).until(() -> server.taken().size() == 1);
        }
    }

    @Test
    void namesAddNoHeaderAndNoRecipient() throws Exception {
        full = true;
        String attack = "x\r\nBcc: evil@example.org\r\n\r\n.\r\nMAIL FROM:<a@b>";
        try (MailServer server = MailServer.plain(0)) {
            start(plain(server.port()));
            found(attack, attack + "\u00e9", true);
            await().atMost(PATIENCE).until(() -> server.taken().size() == 1);
            UUID id = UUID.fromString(server.ids().get(0).substring(1, 37));
            alerting().acknowledge(id, Who.of(attack, "password")).join();
            await().atMost(PATIENCE).until(() -> server.taken().size() == 2);
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
        assertThatThrownBy(() -> settings(
                        "mail.example.org", 25, MailSettings.Protection.NONE, Optional.empty(), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("alert-mail-tls is none, which is allowed for a mail server of this machine only")
                .hasMessageContaining("'mail.example.org'");
    }
}
