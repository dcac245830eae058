package org.banip.app.certificate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/** Writes files in PEM form (RFC 7468). */
final class PemFile {
    private static final int LINE = 64;
    private static final byte[] NEW_LINE = {'\n'};

    private PemFile() {}

    /** Writes a certificate, which everybody may read. */
    static void certificate(Path file, byte[] encoded, boolean replace) throws IOException {
        write(file, "CERTIFICATE", encoded, "rw-r--r--", replace);
    }

    /** Writes a private key, which only its owner may read. */
    static void key(Path file, byte[] encoded, boolean replace) throws IOException {
        write(file, "PRIVATE KEY", encoded, "rw-------", replace);
    }

    /** The file is there as a whole or not at all. */
    private static void write(Path file, String label, byte[] encoded, String rights, boolean replace)
            throws IOException {
        if (!replace && Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        String text = "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(LINE, NEW_LINE).encodeToString(encoded) + "\n-----END " + label + "-----\n";
        Path folder = file.toAbsolutePath().getParent();
        Path fresh = Files.createTempFile(
                folder == null ? file : folder, file.getFileName().toString(), ".new", attributes(file, rights));
        try {
            Files.write(fresh, text.getBytes(StandardCharsets.US_ASCII));
            CopyOption[] how = replace ? new CopyOption[] {StandardCopyOption.REPLACE_EXISTING} : new CopyOption[0];
            Files.move(fresh, file, how);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static FileAttribute<?>[] attributes(Path file, String rights) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
