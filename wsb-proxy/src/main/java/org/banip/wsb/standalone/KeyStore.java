package org.banip.wsb.standalone;

import java.nio.file.Path;

/**
 * Where a server's key and certificate are.
 *
 * @param file PKCS#12 or JKS
 * @param password of the store and of the key in it
 */
public record KeyStore(Path file, String password) {
    /** Hides the password. */
    @Override
    public String toString() {
        return "KeyStore[" + file + "]";
    }
}
