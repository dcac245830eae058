package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which text names a file and which a database. */
class StoreLocationTest {
    @Test
    void pathsAreFilesAndJdbcUrlsAreDatabases() {
        assertThat(StoreLocation.of("banip.db").file())
                .contains(Path.of("banip.db").toAbsolutePath());
        assertThat(StoreLocation.of("jdbc:sqlite:/var/banip.db").file()).contains(Path.of("/var/banip.db"));
        assertThat(StoreLocation.of("jdbc:postgresql://db/banip").file()).isEmpty();
    }

    @Test
    void secretsAreNotShown() {
        StoreLocation location =
                new StoreLocation("jdbc:postgresql://db/banip?user=anna&password=secret1", "anna", "secret2");
        assertThat(location.toString()).isEqualTo("jdbc:postgresql://db/banip");
        assertThat(location.credentials()).containsEntry("user", "anna").containsEntry("password", "secret2");
    }

    /** The driver's own default would take plain connections, and any certificate. */
    @Test
    void aDatabaseOnAnotherMachineNeedsTlsUnlessTheUrlSaysOtherwise() {
        for (String remote : List.of(
                "jdbc:postgresql://db/banip",
                "jdbc:postgresql://192.0.2.7:5432/banip?user=anna",
                "jdbc:postgresql://localhost,db:5433/banip",
                "jdbc:postgresql://[2001:db8::1]:5432/banip")) {
            assertThat(StoreLocation.of(remote).credentials()).as(remote).containsEntry("sslmode", "verify-full");
        }
        for (String other : List.of(
                "jdbc:postgresql://db/banip?user=anna&sslmode=disable",
                "jdbc:postgresql://localhost/banip",
                "jdbc:postgresql://127.0.0.1:5432/banip",
                "jdbc:postgresql://[::1]:5432/banip",
                "jdbc:postgresql:banip",
                "jdbc:postgresql:///banip",
                "jdbc:sqlite:/var/banip.db",
                "banip.db")) {
            assertThat(StoreLocation.of(other).credentials()).as(other).doesNotContainKey("sslmode");
        }
    }

    @Test
    void whatIsNeitherIsRefused() {
        assertThatThrownBy(() -> StoreLocation.of("postgresql://db/banip?password=secret"))
                .hasMessageContaining("store postgresql://db/banip is neither a file nor a JDBC URL")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> StoreLocation.of(" ")).hasMessageContaining("is empty");
        assertThatThrownBy(() -> StoreLocation.of("a\0b")).hasMessageContaining("is no path");
    }
}
