package org.banip.wsb.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.banip.server.password.BasicCredentials;
import org.banip.server.password.PasswordHash;
import org.banip.wsb.spi.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordFileTest {
    private static final Identity ALICE = new Identity("alice");
    /** What htpasswd -nbB myName myPassword prints in the Apache HTTP server's documentation. */
    private static final String HTPASSWD = "myName:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC";

    @TempDir
    Path directory;

    @Test
    void readsWhatHtpasswdWrites() throws IOException {
        PasswordHash hash =
                PasswordEntries.read(file(HTPASSWD)).hashOf("myName").orElseThrow();
        assertThat(hash.matches(bytes("myPassword"))).isTrue();
        assertThat(hash.matches(bytes("myPasswore"))).isFalse();
        assertThat(hash.cost()).isEqualTo(5);
    }

    @Test
    void whatIsSetIsRead() {
        PasswordFile file = new PasswordFile(directory.resolve("new"));
        assertThat(file.set("alice", "söme pässword".toCharArray(), 4)).isTrue();
        assertThat(file.set("bob", "another password".toCharArray(), 4)).isTrue();
        assertThat(file.set("alice", "a new password".toCharArray(), 4)).isFalse();
        PasswordEntries entries = PasswordEntries.read(directory.resolve("new"));
        assertThat(entries.hashes()).hasSize(2);
        assertThat(entries.hashOf(ALICE.name()).orElseThrow().matches(bytes("a new password")))
                .isTrue();
        assertThat(file.remove("alice")).isTrue();
        assertThat(file.remove("alice")).isFalse();
        assertThat(PasswordEntries.read(directory.resolve("new")).hashOf(ALICE.name()))
                .isEmpty();
    }

    @Test
    void aPasswordOf72BytesIsTheLongest() {
        PasswordFile file = new PasswordFile(directory.resolve("new"));
        file.set("alice", "x".repeat(72).toCharArray(), 4);
        PasswordHash hash = PasswordEntries.read(directory.resolve("new"))
                .hashOf(ALICE.name())
                .orElseThrow();
        assertThat(hash.matches(bytes("x".repeat(72)))).isTrue();
        assertThat(hash.matches(bytes("x".repeat(71)))).isFalse();
        assertThatThrownBy(() -> file.set("alice", "é".repeat(37).toCharArray(), 4))
                .hasMessage("password of 74 bytes, bcrypt reads at most 72");
        assertThatThrownBy(() -> file.set("alice", "1234567".toCharArray(), 4))
                .hasMessage("password of 7 characters, at least 8 are needed");
    }

    @Test
    void commentsAndPermissionsSurviveAChange() throws IOException {
        Path path = file("# the ward's MBUs", HTPASSWD);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
        new PasswordFile(path).set("alice", "some password".toCharArray(), 4);
        assertThat(Files.readAllLines(path)).hasSize(3).startsWith("# the ward's MBUs", HTPASSWD);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void aNewFileIsForItsOwnerOnly() throws IOException {
        Path path = directory.resolve("new");
        new PasswordFile(path).set("alice", "some password".toCharArray(), 4);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void everyMalformedLineIsNamed() throws IOException {
        Path path = file(
                HTPASSWD,
                "",
                "no colon",
                "a b:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC",
                "md5:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/",
                "slow:$2y$31$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC",
                HTPASSWD);
        assertThatThrownBy(() -> PasswordEntries.read(path))
                .hasMessageStartingWith(path + ": line 3: must be NAME:HASH")
                .hasMessageContaining("; line 4: must be NAME:HASH")
                .hasMessageContaining("; line 5: not a bcrypt hash")
                .hasMessageContaining("; line 6: bcrypt cost 31, allowed are 4 to 15")
                .hasMessageEndingWith("; line 7: myName stands here twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a:b", "a b", "a\nb", "ä"})
    void namesThatCannotBeIdentitiesAreRefused(String name) {
        assertThatThrownBy(() -> new PasswordFile(directory.resolve("new")).set(name, "some password".toCharArray(), 4))
                .hasMessage("name must be 1 to 64 of A-Z a-z 0-9 . _ @ -");
    }

    @Test
    void nothingOfAPasswordIsPrinted() {
        assertThat(new BasicCredentials(ALICE.name(), "secret")).asString().doesNotContain("secret");
        assertThat(PasswordHash.decoy(10)).hasToString("PasswordHash[cost 10]");
    }

    private Path file(String... lines) throws IOException {
        return Files.write(directory.resolve("passwords"), List.of(lines));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
