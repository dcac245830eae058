package org.banip.wsb.authentication;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after files that not everybody should read. */
public final class SecretFile {
    private static final Logger LOG = LoggerFactory.getLogger(SecretFile.class);

    private SecretFile() {}

    /** Warns if everybody on this machine may read or write the file. */
    public static void warnIfOpen(Path path) {
        if (isOpen(path)) {
            LOG.warn("- {} can be read or written by everybody on this machine; chmod o-rwx {}", path, path);
        }
    }

    static boolean isOpen(Path path) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            return permissions.contains(PosixFilePermission.OTHERS_READ)
                    || permissions.contains(PosixFilePermission.OTHERS_WRITE);
        } catch (UnsupportedOperationException | IOException e) {
            // No such permissions here, or no such file: whoever reads it says so.
            return false;
        }
    }
}
