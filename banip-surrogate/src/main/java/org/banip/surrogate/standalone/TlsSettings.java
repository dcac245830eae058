package org.banip.surrogate.standalone;

import java.nio.file.Path;

/**
 * Key and certificate of a server.
 *
 * @param keyStore a PKCS #12 or JKS file
 * @param password of the file and of the key in it
 */
public record TlsSettings(Path keyStore, String password) {
    /** Says only which file it is. */
    @Override
    public String toString() {
        return "TlsSettings[keyStore=" + keyStore + "]";
    }
}
