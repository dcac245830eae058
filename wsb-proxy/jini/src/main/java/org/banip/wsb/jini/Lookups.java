package org.banip.wsb.jini;

import static org.banip.server.settings.SettingType.file;
import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.secret;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.banip.server.address.AddressLiteral;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.Settings;
import org.banip.server.tls.TrustedCertificates;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.TlsContexts;
import org.banip.surrogate.jini.transport.Transport;

/**
 * The lookup services that a broker asks for hosts. Whoever can register there gets the streams of MBUs and the broker's token, so a lookup service
 * beyond this machine needs TLS, which checks certificates on both sides.
 *
 * @param locators where they are
 * @param transport how they are called
 */
record Lookups(List<LookupAddress> locators, Transport transport) {
    static final Setting<List<LookupAddress>> LOCATORS = Setting.optional(
            "jini-locators",
            LookupAddress.settingType(),
            "none",
            "with host-directory=jini: the lookup services with which hosts register (jini-host-url of the host)");
    static final Setting<Path> KEY_STORE = Setting.optional(
            "jini-key-store",
            file(),
            "plain connections to loopback only",
            "call lookup services by TLS 1.3 with key and certificate of this PKCS#12 or JKS file");
    static final Setting<Secret> KEY_STORE_PASSWORD = Setting.optional(
            "jini-key-store-password-file", secret(1, 4096), "none", "its first line is the key store's password");
    static final Setting<Path> TRUST_STORE = Setting.optional(
            "jini-trust-store",
            file(),
            "none",
            "PKCS#12, JKS or PEM file with the certificates, or their authorities, of the lookup services; needed with jini-key-store");
    static final Setting<Secret> TRUST_STORE_PASSWORD = Setting.optional(
            "jini-trust-store-password-file",
            secret(1, 4096),
            "none",
            "its first line is the trust store's password; PEM needs none");
    static final Setting<Boolean> ALLOW_PLAIN = Setting.of(
            "jini-allow-plain",
            flag(),
            false,
            "allow plain connections to lookup services on other machines, because something else protects the network");

    /** All, in the order of docs/configuration.md. */
    static final List<Setting<?>> ALL =
            List.of(LOCATORS, KEY_STORE, KEY_STORE_PASSWORD, TRUST_STORE, TRUST_STORE_PASSWORD, ALLOW_PLAIN);

    private static final String LOOPBACK = "127.0.0.1";

    /** Copies the list. */
    Lookups {
        locators = List.copyOf(locators);
    }

    /**
     * What an operator set.
     *
     * @throws IllegalArgumentException if something is missing, or a lookup service is on another machine without TLS
     */
    static Lookups of(Settings settings) {
        List<LookupAddress> locators = settings.find(LOCATORS)
                .orElseThrow(() -> new IllegalArgumentException("host-directory=jini needs "
                        + "jini-locators, 1 to 16 times HOST:PORT, with commas between them"));
        Optional<SSLContext> tls = tls(settings);
        if (tls.isEmpty() && !settings.get(ALLOW_PLAIN)) {
            locators.forEach(Lookups::requireLoopback);
        }
        return new Lookups(locators, new Transport(LOOPBACK, 1, tls)); // a broker does not listen
    }

    private static void requireLoopback(LookupAddress at) {
        boolean loopback = AddressLiteral.read(at.host())
                .filter(address -> address.isLoopbackAddress())
                .isPresent();
        if (!loopback) {
            throw new IllegalArgumentException(
                    "jini-locators has " + at + ", which is no loopback address, and needs TLS"
                            + " (jini-key-store); jini-allow-plain allows it where something else protects the network");
        }
    }

    private static Optional<SSLContext> tls(Settings settings) {
        if (settings.find(KEY_STORE).isEmpty() && settings.find(TRUST_STORE).isEmpty()) {
            return Optional.empty();
        }
        Path keys = needed(settings, KEY_STORE);
        String keyPassword = needed(settings, KEY_STORE_PASSWORD).value();
        Path trusted = needed(settings, TRUST_STORE);
        String trustPassword = TrustedCertificates.isPem(trusted)
                ? ""
                : needed(settings, TRUST_STORE_PASSWORD).value();
        return Optional.of(TlsContexts.of(keys, keyPassword, trusted, trustPassword));
    }

    private static <T> T needed(Settings settings, Setting<T> part) {
        return settings.find(part)
                .orElseThrow(() -> new IllegalArgumentException("TLS to lookup services needs " + part.name()
                        + " as well: jini-key-store, jini-key-store-password-file, jini-trust-store and"
                        + " jini-trust-store-password-file go together"));
    }
}
