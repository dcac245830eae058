package org.banip.seal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * The folder of private keys of a surrogate host or reader. Each key is a file {@code PUBLIC.key}, where {@code PUBLIC} is the public key in 64
 * hexadecimal digits. Its only line is the private key in 64 hexadecimal digits. The folder is read whenever a key is needed, so files may come and
 * go. Any thread.
 */
public final class SealKeys {
    private static final String SUFFIX = ".key";
    private static final Pattern KEY_FILE = Pattern.compile("([0-9a-f]{64})\\.key");

    private final Path folder;

    /** Keys in this folder, which need not exist yet. */
    public SealKeys(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes a key. Its file, and the folder if it is new, can be read by their owner only, where the file system knows owners.
     *
     * @return the public key in hexadecimal digits
     * @throws BanipException {@code INTERNAL} if the file cannot be written
     */
    public String make() {
        KeyPair pair = KeyPair.random(new SecureRandom());
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new BanipException(
                    ErrorCode.INTERNAL,
                    "seal: a key cannot be written to " + folder + ": it is a file, and a folder is needed");
        }
        try {
            boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder, attributes(posix, "rwx------"));
            }
            write(pair, posix);
        } catch (IOException e) {
            throw new BanipException(ErrorCode.INTERNAL, "seal: a key cannot be written to " + folder + ": " + e, e);
        }
        return pair.publicHex();
    }

    private void write(KeyPair pair, boolean posix) throws IOException {
        Set<StandardOpenOption> options = new HashSet<>();
        options.add(StandardOpenOption.CREATE_NEW);
        options.add(StandardOpenOption.WRITE);
        byte[] line = (pair.privateHex() + "\n").getBytes(StandardCharsets.US_ASCII);
        ByteBuffer rest = ByteBuffer.wrap(line);
        try (FileChannel file = FileChannel.open(file(pair.publicHex()), options, attributes(posix, "rw-------"))) {
            while (rest.hasRemaining()) {
                file.write(rest);
            }
            file.force(true);
        }
    }

    private static FileAttribute<?>[] attributes(boolean posix, String permissions) {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Where the private key of a public key is. */
    public Path file(String publicKey) {
        return folder.resolve(publicKey + SUFFIX);
    }

    /**
     * The public keys whose private keys are here, sorted; none if the folder does not exist. Files with other names are left out.
     *
     * @throws BanipException {@code INTERNAL} if the folder cannot be read
     */
    public List<String> list() {
        List<String> known = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                Matcher name = KEY_FILE.matcher(String.valueOf(file.getFileName()));
                if (name.matches()) {
                    known.add(name.group(1));
                }
            }
        } catch (NoSuchFileException e) {
            return Collections.emptyList();
        } catch (IOException | DirectoryIteratorException e) {
            throw new BanipException(ErrorCode.INTERNAL, "seal: the folder of private keys cannot be read", e);
        }
        Collections.sort(known);
        return Collections.unmodifiableList(known);
    }

    /**
     * The private key of a public key.
     *
     * @throws BanipException {@code INVALID_CHAIN} if it is not here; {@code INTERNAL} if its file cannot be read or is of another key
     */
    KeyPair find(String publicKey) {
        Path file = file(publicKey);
        KeyPair pair;
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).trim();
            pair = KeyPair.of(Hex.bytes(text));
        } catch (NoSuchFileException e) {
            throw missing(publicKey);
        } catch (IOException e) {
            throw new BanipException(
                    ErrorCode.INTERNAL, "seal: the private key of " + publicKey + " cannot be read", e);
        } catch (IllegalArgumentException e) {
            throw unreadable(file, "it must have one line of 64 hexadecimal digits; " + e.getMessage());
        }
        if (!pair.publicHex().equals(publicKey)) {
            throw unreadable(file, "it has the private key of " + pair.publicHex());
        }
        return pair;
    }

    private BanipException missing(String publicKey) {
        List<String> known = list();
        return new BanipException(
                ErrorCode.INVALID_CHAIN,
                "seal: the private key of " + publicKey + " is not here, "
                        + (known.isEmpty() ? "the folder has no keys" : "only those of " + String.join(", ", known))
                        + "; without it nothing that is sealed to it can be read");
    }

    /** An MBU may get the message, so it has no path. */
    private static BanipException unreadable(Path file, String why) {
        return new BanipException(
                ErrorCode.INTERNAL,
                "seal: " + file.getFileName() + " in the folder of private keys cannot be read: " + why);
    }
}
