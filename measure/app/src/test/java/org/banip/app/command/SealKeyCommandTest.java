package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.app.CommandLineContract;
import org.banip.seal.SealKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip seal-key}, and the options that take its keys. */
class SealKeyCommandTest extends CommandLineContract {
    @TempDir
    private Path directory;

    @Test
    void eachCallMakesAKeyAndSaysWhatForItIs() {
        Path folder = directory.resolve("keys");
        assertThat(run("seal-key", "--out", "" + folder)).isZero();
        assertThat(run("seal-key", "--out", "" + folder)).isZero();
        SealKeys keys = new SealKeys(folder);
        assertThat(keys.list())
                .hasSize(2)
                .allSatisfy(key -> assertThat(out.toString())
                        .contains(keys.file(key) + "  the private key")
                        .contains("banip mbu --seal-to " + key));
    }

    @Test
    void fileInPlaceOfTheFolderIsNamedAsOne() throws Exception {
        Path file = Files.writeString(directory.resolve("README.md"), "");
        assertThat(run("seal-key", "--out", file.toString())).isNotZero();
        assertThat(err.toString())
                .contains(file + ": it is a file, and a folder is needed")
                .doesNotContain("Exception");
    }

    @Test
    void whatIsNoPublicKeyIsRefused() {
        assertThat(run("mbu", "--seal-to", "00")).isEqualTo(2);
        assertThat(err.toString()).contains("to=00 is not allowed; allowed is 64 hexadecimal digits in lower case");
    }
}
