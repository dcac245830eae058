package org.banip.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Private keys are files of their owner; several are used side by side, and what was sealed to an erased one is lost. */
class SealKeysTest {
    @TempDir
    private Path directory;

    private Path folder;
    private SealKeys keys;

    @BeforeEach
    void open() {
        folder = directory.resolve("new/keys");
        keys = new SealKeys(folder);
    }

    @Test
    void keysAreReadableByTheirOwnerOnly() throws Exception {
        assertThat(keys.list()).isEmpty();
        String first = keys.make();
        String second = keys.make();
        assertThat(keys.list())
                .containsExactlyElementsOf(Stream.of(first, second).sorted().toList());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keys.file(first))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(Files.readString(keys.file(first))).matches("[0-9a-f]{64}\n").doesNotContain(first);
    }

    @Test
    void eachRecordOpensWithItsKeyUntilThatIsErased() throws Exception {
        TranscodingChain old = Sealing.chain(keys.make(), folder);
        List<Packet> first = Sealing.packets(Sealing.encoder(old), 0, 3);
        String next = keys.make();
        TranscodingChain rotated = Sealing.chain(next, folder);
        List<Packet> second = Sealing.packets(Sealing.encoder(rotated), 0, 3);
        assertOpens(old, first);
        assertOpens(rotated, second);

        String erased = keys.list().stream()
                .filter(key -> !key.equals(next))
                .findFirst()
                .orElseThrow();
        Files.delete(keys.file(erased));
        assertOpens(rotated, second);
        assertFails(old, ErrorCode.INVALID_CHAIN)
                .hasMessageContaining("the private key of " + erased + " is not here, only those of " + next + ";");
        assertThatThrownBy(old::requireDecoders).hasMessageContaining(erased);
    }

    private static void assertOpens(TranscodingChain chain, List<Packet> packets) {
        ChainDecoder decoder = chain.newDecoder(Sealing.BAN, 0);
        for (int i = 0; i < packets.size(); i++) {
            assertThat(Sealing.open(decoder, packets.get(i)))
                    .isEqualTo(Sealing.units(10L * i, 10).bytes());
        }
    }

    private static AbstractThrowableAssert<?, ?> assertFails(TranscodingChain chain, ErrorCode code) {
        return assertThatThrownBy(() -> chain.newDecoder(Sealing.BAN, 0))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void sideWithoutKeysSealsAndDoesNotOpen() {
        TranscodingChain chain = TranscodingChain.parse("seal(to=" + keys.make() + ")", Transcoders.installed());
        assertThat(Sealing.packets(Sealing.encoder(chain), 0, 1)).hasSize(1);
        assertFails(chain, ErrorCode.INVALID_CHAIN)
                .hasMessageContaining("the host, or who reads the store, has no folder of private keys (seal-keys)");
        TranscodingChain empty =
                Sealing.chain("4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a", directory);
        assertFails(empty, ErrorCode.INVALID_CHAIN)
                .hasMessageContaining("is not here, the folder has no keys; without it");
    }

    /** An MBU gets the list in an error. */
    @Test
    void otherFilesInTheFolderAreNotNamed() throws Exception {
        String key = keys.make();
        Files.createFile(folder.resolve("server.key"));
        Files.createFile(folder.resolve("old-" + key + ".key"));
        assertThat(keys.list()).containsExactly(key);
        TranscodingChain other =
                Sealing.chain("4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a", folder);
        assertFails(other, ErrorCode.INVALID_CHAIN).hasMessageContaining("only those of " + key + ";");
    }

    @Test
    void wrongFilesAreErrorsThatNameThem() throws Exception {
        String key = keys.make();
        String other = keys.make();
        TranscodingChain chain = Sealing.chain(key, folder);
        Files.copy(keys.file(other), keys.file(key), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertFails(chain, ErrorCode.INTERNAL).hasMessageContaining("it has the private key of " + other);
        for (String content : List.of("", "00", "x".repeat(64), "0".repeat(63))) {
            Files.writeString(keys.file(key), content);
            assertFails(chain, ErrorCode.INTERNAL)
                    .hasMessageContaining(".key")
                    .hasMessageContaining("one line of 64 hexadecimal digits");
        }
    }
}
