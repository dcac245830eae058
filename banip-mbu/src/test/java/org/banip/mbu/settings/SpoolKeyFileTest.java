package org.banip.mbu.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file with the key of a spool. */
class SpoolKeyFileTest {
    @TempDir
    Path directory;

    @Test
    void aKeyIsRandomAndForItsOwnerOnly() throws Exception {
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        SpoolKeyFile.make(one);
        SpoolKeyFile.make(two);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(one)).matches("[0-9a-f]{64}\n");
        SecretKey key = SpoolKeyFile.read(one);
        assertThat(key.getAlgorithm()).isEqualTo("AES");
        assertThat(key.getEncoded())
                .hasSize(32)
                .isEqualTo(SpoolKeyFile.read(one).getEncoded());
        assertThat(key).isNotEqualTo(SpoolKeyFile.read(two));
    }

    @Test
    void digitsAreTheBytesOfTheKey() throws Exception {
        Path file = directory.resolve("key");
        Files.writeString(file, "00ff10".repeat(10) + "0A0b\r\n");
        assertThat(SpoolKeyFile.read(file).getEncoded())
                .startsWith(0x00, 0xff, 0x10, 0x00)
                .endsWith(0x10, 0x0a, 0x0b)
                .hasSize(32);
    }

    @Test
    void aKeyIsNotWrittenOverAnother() throws Exception {
        Path file = directory.resolve("key");
        Files.writeString(file, "mine");
        assertThatThrownBy(() -> SpoolKeyFile.make(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + " exists; a key is never written over another one");
        assertThat(Files.readString(file)).isEqualTo("mine");
    }

    @Test
    void whatIsNoKeyIsRefusedAndNotShown() throws Exception {
        Path file = directory.resolve("key");
        for (String text :
                new String[] {"", "ab".repeat(31), "ab".repeat(33), "xy".repeat(32), "ab".repeat(32) + "\nab"}) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> SpoolKeyFile.read(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(file + " has no key of a spool; allowed is one line of 64 hexadecimal digits");
        }
        Path none = directory.resolve("none");
        assertThatThrownBy(() -> SpoolKeyFile.read(none))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no file " + none + "; 'banip spool-key " + none + "' makes it");
    }
}
