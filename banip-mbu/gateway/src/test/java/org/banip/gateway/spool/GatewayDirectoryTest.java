package org.banip.gateway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.banip.gateway.settings.DurableSpool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory of a gateway and those of its BANs. */
class GatewayDirectoryTest {
    @TempDir
    private Path path;

    @Test
    void aNameIsSafeForEachBan() {
        assertThat(GatewayDirectory.name("ban-17_b")).isEqualTo("ban-ban-17_b");
        assertThat(GatewayDirectory.name("Ban")).isEqualTo("ban-%42an").isNotEqualTo(GatewayDirectory.name("ban"));
        assertThat(GatewayDirectory.name("..")).isEqualTo("ban-%2e%2e");
        assertThat(GatewayDirectory.name("A".repeat(64)).length()).isLessThan(255);
    }

    @Test
    void oneGatewayAtATime() {
        DurableSpool spool = new DurableSpool(path.resolve("spool"));
        try (GatewayDirectory first = GatewayDirectory.open(spool)) {
            assertThat(first.descriptions()).isEmpty();
            assertThatThrownBy(() -> GatewayDirectory.open(spool))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("spool: another gateway uses the directory " + path.resolve("spool")
                            + "; each needs a directory of its own");
        }
        GatewayDirectory.open(spool).close();
    }

    @Test
    void descriptionsAreForTheNextStart() throws Exception {
        DurableSpool spool = new DurableSpool(path.resolve("spool"));
        try (GatewayDirectory all = GatewayDirectory.open(spool)) {
            try (BanDirectory ban = all.ban("b")) {
                ban.describe(List.of("{}", "weight"));
            }
            try (BanDirectory ban = all.ban("B")) {
                ban.describe(List.of("{\"id\": \"B\"}"));
                ban.describe(List.of("{\"id\": \"C\"}"));
            }
            all.ban("not described").close();
        }
        try (GatewayDirectory all = GatewayDirectory.open(spool)) {
            assertThat(all.descriptions())
                    .hasSize(2)
                    .containsEntry("ban-b", List.of("{}", "weight"))
                    .containsEntry("ban-%42", List.of("{\"id\": \"C\"}"));
        }
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("spool/ban-b"))))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(path.resolve("spool/ban-b/description"))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aFileInItsPlaceIsNamed() throws Exception {
        Path file = Files.writeString(path.resolve("file"), "");
        assertThatThrownBy(() -> GatewayDirectory.open(new DurableSpool(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString());
    }
}
