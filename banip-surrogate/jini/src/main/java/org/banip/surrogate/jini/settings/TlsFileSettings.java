package org.banip.surrogate.jini.settings;

import static org.banip.server.settings.SettingType.file;
import static org.banip.server.settings.SettingType.secret;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.Settings;

/** The settings of TLS between JVMs, which a host and a lookup service name differently. Immutable. */
final class TlsFileSettings {
    private static final int LONGEST_PASSWORD = 4096;

    private final String prefix;
    private final Setting<Path> keyStore;
    private final Setting<Secret> keyStorePassword;
    private final Setting<Path> trustStore;
    private final Setting<Secret> trustStorePassword;

    /** Settings whose names begin so; {@code jini-} or nothing. */
    TlsFileSettings(String prefix) {
        this.prefix = prefix;
        keyStore = Setting.optional(
                prefix + "key-store",
                file(),
                "plain connections",
                "talk TLS 1.3 with key and certificate of this PKCS#12 or JKS file; the certificate must name the address in "
                        + prefix + "listen");
        keyStorePassword = Setting.optional(
                prefix + "key-store-password-file",
                secret(1, LONGEST_PASSWORD),
                "none",
                "its first line is the key store's password");
        trustStore = Setting.optional(
                prefix + "trust-store",
                file(),
                "none",
                "PKCS#12, JKS or PEM file with the certificates, or their authorities, of the JVMs that may connect; needed with "
                        + prefix + "key-store");
        trustStorePassword = Setting.optional(
                prefix + "trust-store-password-file",
                secret(1, LONGEST_PASSWORD),
                "none",
                "its first line is the trust store's password; PEM needs none");
    }

    /** All four. */
    List<Setting<?>> all() {
        return List.of(keyStore, keyStorePassword, trustStore, trustStorePassword);
    }

    /**
     * What an operator set; empty for plain connections.
     *
     * @throws IllegalArgumentException if a part is missing
     */
    Optional<JiniTlsFiles> read(Settings settings) {
        return JiniTlsFiles.of(
                prefix,
                settings.find(keyStore),
                settings.find(keyStorePassword),
                settings.find(trustStore),
                settings.find(trustStorePassword));
    }
}
