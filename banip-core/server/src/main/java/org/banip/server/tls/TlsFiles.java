package org.banip.server.tls;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;

/**
 * Where a server's private key and certificate are: in a key store, or in two PEM files. Immutable; does not show the password.
 *
 * @param certificate a PKCS#12 or JKS file with key and certificate; or a PEM file with the certificate and those that signed it
 * @param privateKey a PEM file with the key in PKCS#8 form, not encrypted; empty for a key store
 * @param password of the key store and of the key in it; empty for PEM
 */
public record TlsFiles(Path certificate, Optional<Path> privateKey, String password) {
    /** See its help. */
    public static final Setting<Path> KEY_STORE = Setting.optional(
                    "key-store",
                    SettingType.existingFile(),
                    "plain HTTP",
                    "serve TLS with key and certificate of this PKCS#12 or JKS file; read again when it changes")
            .standalone();
    /** See its help. */
    public static final Setting<Secret> KEY_STORE_PASSWORD = Setting.optional(
                    "key-store-password-file",
                    SettingType.secret(1, 4096),
                    "none",
                    "its first line is the key store's password")
            .standalone();
    /** See its help. */
    public static final Setting<Path> CERTIFICATE = Setting.optional(
                    "certificate-file",
                    SettingType.existingFile(),
                    "plain HTTP",
                    "serve TLS with this certificate in PEM form, followed by those that signed it; read again when it changes")
            .standalone();
    /** See its help. */
    public static final Setting<Path> PRIVATE_KEY = Setting.optional(
                    "private-key-file",
                    SettingType.existingFile(),
                    "none",
                    "private key of certificate-file in PEM form (PKCS#8, not encrypted)")
            .standalone();

    /**
     * What an operator set; empty for plain HTTP.
     *
     * @throws IllegalArgumentException if a part is missing, or both forms are set
     */
    public static Optional<TlsFiles> of(Settings settings) {
        Optional<Path> store = settings.find(KEY_STORE);
        Optional<Path> certificate = settings.find(CERTIFICATE);
        if (store.isPresent() && certificate.isPresent()) {
            throw new IllegalArgumentException("key-store and certificate-file are both set; set one of them");
        }
        if (store.isPresent()) {
            Secret password = settings.find(KEY_STORE_PASSWORD)
                    .orElseThrow(() -> missing("key-store", store.get(), "its password: set key-store-password-file"));
            return Optional.of(keyStore(store.get(), password.value()));
        }
        return certificate.map(file -> pem(
                file,
                settings.find(PRIVATE_KEY)
                        .orElseThrow(() -> missing("certificate-file", file, "its key: set private-key-file"))));
    }

    private static IllegalArgumentException missing(String name, Path file, String what) {
        return new IllegalArgumentException(name + " " + file + " needs " + what);
    }

    /** A PKCS#12 or JKS file. */
    public static TlsFiles keyStore(Path file, String password) {
        return new TlsFiles(file, Optional.empty(), password);
    }

    /** A PEM file with certificates, the server's own first, and one with its private key. */
    public static TlsFiles pem(Path certificate, Path privateKey) {
        return new TlsFiles(certificate, Optional.of(privateKey), "");
    }

    List<Path> files() {
        return privateKey.map(key -> List.of(certificate, key)).orElseGet(() -> List.of(certificate));
    }

    /** Names the files and hides the password. */
    @Override
    public String toString() {
        return privateKey.map(key -> certificate + " with " + key).orElseGet(certificate::toString);
    }
}
