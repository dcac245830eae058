package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.surrogate.store.PostgresServer;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with a PostgreSQL database as store: each is told the database's URL and its user, and nothing else. */
class PostgresIT {
    private static final String PASSWORD = "correct horse";

    @TempDir
    private Path directory;

    @Test
    void whatAHostStoredInADatabaseIsListedAndExportedByItsUrl() throws Exception {
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        new PasswordFile(directory.resolve("passwords")).set("ban-1", PASSWORD.toCharArray(), 4);
        try (PostgresServer database = PostgresServer.start()) {
            database.createDatabase("ward");
            String url = database.url("ward");
            String[] user = {"--store-user", database.user()};
            try (BanipProcess host =
                            BanipProcess.start(directory, "host", "--port", "0", "--store", url, user[0], user[1]);
                    BanipProcess broker = broker(host.awaitReady());
                    BanipProcess mbu = mbu(broker.awaitReady())) {
                assertThat(mbu.awaitExit()).as(mbu.said()).isZero();
                Stored.assertExact(directory, url, mbu.json(), user);
            }
            assertThat(directory.resolve("out")).isDirectoryContaining("glob:**.hea");
            try (BanipProcess list =
                    BanipProcess.start(directory, "export", "--store", url, user[0], user[1], "--list")) {
                assertThat(list.awaitExit()).as(list.said()).isZero();
                assertThat(list.printed()).contains("  ban-1  registered 20", "ecg: 2 channels at 250 Hz, 0:10 from ");
            }
        }
        assertThat(directory.resolve("jdbc:postgresql:")).doesNotExist();
    }

    private BanipProcess broker(URI host) throws Exception {
        return BanipProcess.start(
                directory, "wsb", "--port", "0", "--host-url", host.toString(), "--passwords", "passwords");
    }

    private BanipProcess mbu(URI broker) throws Exception {
        return BanipProcess.start(
                directory,
                "mbu",
                "--json",
                "--wsb",
                broker.toString(),
                "--user",
                "ban-1",
                "--password-file",
                "password",
                "--seconds",
                "10",
                "--speed",
                "4");
    }
}
