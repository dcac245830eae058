package org.banip.surrogate.mail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Audit;
import org.banip.server.settings.Secret;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.settings.MailSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SideTables;

/** Alerts of a store of their own, with one contact, whose alerts go by e-mail. */
final class AlertingByMail implements AutoCloseable {
    static final String PASSWORD = "correct horse";
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final UUID SESSION = new UUID(1, 2);

    private final Path directory;

    /** Bound but never listening. */
    private final Socket reservation = new Socket();

    private Optional<Alerting> running = Optional.empty();
    private Optional<JdbcStore> store = Optional.empty();
    /** Whether e-mails name the patient and what was found. */
    boolean full;

    AlertingByMail(Path directory) throws IOException {
        this.directory = directory;
        Files.writeString(
                directory.resolve("contacts.json"),
                "{\"contacts\": [{\"name\": \"dr\", \"email\": \"dr@example.org\"}], \"rules\": [{\"to\": [\"dr\"]}]}");
        Files.writeString(directory.resolve("password"), PASSWORD);
    }

    @Override
    public void close() throws IOException {
        running.ifPresent(Alerting::close);
        store.ifPresent(JdbcStore::close);
        reservation.close();
    }

    /** A port at which nothing listens yet, and that nothing else gets. */
    int reservedPort() throws IOException {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return reservation.getLocalPort();
    }

    void start(MailSettings mail) {
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

    Alerting alerting() {
        return running.orElseThrow();
    }

    MailSettings plain(int port) {
        return settings("127.0.0.1", port, MailSettings.Protection.NONE, Optional.empty(), Optional.empty());
    }

    MailSettings secure(int port) {
        return settings(
                "localhost",
                port,
                MailSettings.Protection.STARTTLS,
                Optional.of(
                        new MailSettings.Login(MailServer.USER, Secret.read(directory.resolve("password"), 1, 100))),
                Optional.of(directory.resolve("server.pem")));
    }

    MailSettings settings(
            String server,
            int port,
            MailSettings.Protection protection,
            Optional<MailSettings.Login> login,
            Optional<Path> authorities) {
        return new MailSettings(
                server, port, protection, login, "banip@host.example", full, authorities, Duration.ofSeconds(5));
    }

    void found(String ban, String detector, boolean begins) {
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

    SideTables tables() {
        return store.flatMap(JdbcStore::sideTables).orElseThrow();
    }
}
