package org.banip.app.gateway;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.server.listen.Listening;

/**
 * How a gateway takes devices that speak BANip.
 *
 * @param where where and how it listens for them
 * @param devices password file of the devices; empty: everybody may write every BAN
 * @param grants which BANs each device may write; empty: the BAN named like its user
 * @param directory the gateway's directory, of {@code --spool}
 * @param storeBytes most bytes of the store in it
 * @param bans most BANs of the gateway
 */
public record BanipSettings(
        Listening where, Optional<Path> devices, Optional<Path> grants, Path directory, long storeBytes, int bans) {
    /**
     * Settings.
     *
     * @throws IllegalArgumentException if a bound is not positive
     */
    public BanipSettings {
        if (storeBytes < 1 || bans < 1) {
            throw new IllegalArgumentException(
                    "bounds of " + storeBytes + " bytes and " + bans + " BANs are not allowed; allowed is 1 or more");
        }
    }

    /** The folder of the store. */
    Path folder() {
        return folderIn(directory);
    }

    /** The folder of the store in a gateway's directory. */
    static Path folderIn(Path directory) {
        return directory.resolve("banip");
    }

    /** The store, an SQLite file. */
    Path store() {
        return folder().resolve("store.db");
    }
}
