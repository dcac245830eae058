package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
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

    @Test
    void whatIsNeitherIsRefused() {
        assertThatThrownBy(() -> StoreLocation.of("postgresql://db/banip?password=secret"))
                .hasMessageContaining("store postgresql://db/banip is neither a file nor a JDBC URL")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> StoreLocation.of(" ")).hasMessageContaining("is empty");
        assertThatThrownBy(() -> StoreLocation.of("a\0b")).hasMessageContaining("is no path");
    }
}
