package org.banip.surrogate.jini.settings;

import static org.banip.server.settings.SettingType.existingFile;
import static org.banip.server.settings.SettingType.secret;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.Settings;

/** The settings of TLS between JVMs, which hosts, lookup services and brokers name and explain differently. Immutable. */
public final class TlsFileSettings {
    private static final int LONGEST_PASSWORD = 4096;

    private final String prefix;
    private final Setting<Path> keyStore;
    private final Setting<Secret> keyStorePassword;
    private final Setting<Path> trustStore;
    private final Setting<Secret> trustStorePassword;

    private TlsFileSettings(String prefix, String plain, String own, String rest, String trusted) {
        this.prefix = prefix;
        keyStore = Setting.optional(
                prefix + "key-store",
                existingFile(),
                plain,
                own + " with key and certificate of this PKCS#12 or JKS file, read again when it changes" + rest);
        keyStorePassword = Setting.optional(
                prefix + "key-store-password-file",
                secret(1, LONGEST_PASSWORD),
                "none",
                "its first line is the key store's password");
        trustStore = Setting.optional(
                prefix + "trust-store",
                existingFile(),
                "none",
                "PKCS#12, JKS or PEM file with the certificates, or their authorities, of the " + trusted
                        + "; needed with " + prefix + "key-store, and read again when it changes");
        trustStorePassword = Setting.optional(
                prefix + "trust-store-password-file",
                secret(1, LONGEST_PASSWORD),
                "none",
                "its first line is the trust store's password; PEM needs none");
    }

    /** Those of a JVM to which others connect; their names begin with {@code jini-} or nothing. */
    static TlsFileSettings ofListener(String prefix) {
        return new TlsFileSettings(
                prefix,
                "plain connections",
                "talk TLS 1.3",
                "; the certificate must name the address in " + prefix + "listen",
                "JVMs that may connect");
    }

    /** Those of a JVM that calls lookup services only; their names begin with {@code jini-}. */
    public static TlsFileSettings ofCaller() {
        return new TlsFileSettings(
                "jini-",
                "plain connections to loopback only",
                "call lookup services by TLS 1.3",
                "",
                "lookup services");
    }

    /** All four. */
    public List<Setting<?>> all() {
        return List.of(keyStore, keyStorePassword, trustStore, trustStorePassword);
    }

    /**
     * What an operator set; empty for plain connections.
     *
     * @throws IllegalArgumentException if a part is missing
     */
    public Optional<JiniTlsFiles> read(Settings settings) {
        return JiniTlsFiles.of(
                prefix,
                settings.find(keyStore),
                settings.find(keyStorePassword),
                settings.find(trustStore),
                settings.find(trustStorePassword));
    }
}
