package org.banip.mbu.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.banip.core.text.FileError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key of a spool in a file, for machines without a key store: one line of 64 hexadecimal digits. Keep it on another disk than the spool, or where
 * only the MBU can read it. Any thread.
 */
public final class SpoolKeyFile {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolKeyFile.class);
    private static final int BYTES = 32;
    private static final int DIGITS = 2 * BYTES;
    /** With the end of the line. */
    private static final int LONGEST = DIGITS + 2;

    private SpoolKeyFile() {}

    /**
     * Makes a random key. Its file can be read by its owner only, where the file system knows owners.
     *
     * @throws IllegalArgumentException if the file exists; it is left as it is
     * @throws UncheckedIOException if it cannot be written
     */
    public static void make(Path file) {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        Set<StandardOpenOption> options = new HashSet<>();
        options.add(StandardOpenOption.CREATE_NEW);
        options.add(StandardOpenOption.WRITE);
        ByteBuffer rest = ByteBuffer.wrap(line(key).getBytes(StandardCharsets.US_ASCII));
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly(file))) {
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(file + " exists; a key is never written over another one", e);
        } catch (IOException e) {
            throw new UncheckedIOException(FileError.writing(file, e), e);
        }
    }

    private static String line(byte[] key) {
        StringBuilder line = new StringBuilder(DIGITS + 1);
        for (byte each : key) {
            line.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
        }
        return line.append('\n').toString();
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        return isPosix(file)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Reads a key, and warns in the log if others than its owner may read the file.
     *
     * @throws IllegalArgumentException if the file does not exist, cannot be read, or has something else; the message does not show it
     */
    public static SecretKey read(Path file) {
        byte[] bytes = new byte[LONGEST + 1];
        int length = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(bytes); read > 0; read = in.read(bytes, length, bytes.length - length)) {
                length += read;
            }
            warnIfOpenToOthers(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(
                    "there is no file " + file + "; 'banip spool-key " + file + "' makes it", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(file, e), e);
        }
        return new SecretKeySpec(key(new String(bytes, 0, length, StandardCharsets.US_ASCII).trim(), file), "AES");
    }

    private static byte[] key(String digits, Path file) {
        if (!digits.matches("[0-9a-fA-F]{" + DIGITS + "}")) {
            throw new IllegalArgumentException(
                    file + " has no key of a spool; allowed is one line of " + DIGITS + " hexadecimal digits");
        }
        byte[] key = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            key[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        }
        return key;
    }

    private static void warnIfOpenToOthers(Path file) throws IOException {
        if (isPosix(file)) {
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
            if (allowed.contains(PosixFilePermission.OTHERS_READ) || allowed.contains(PosixFilePermission.GROUP_READ)) {
                LOG.warn("spool: other users may read the key in {}; only its owner should", file);
            }
        }
    }
}
