package org.banip.surrogate.settings;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.banip.server.tls.ClientCertificates;
import org.banip.server.tls.SubjectNames;

/**
 * Certificates that brokers must show in the TLS handshake. A broker's name is in the subject alternative name of its certificate: the URI {@code
 * banip-broker:NAME}, or one of the names that the operator allows as DNS name. So a certificate of an MBU, which the same authority may have signed,
 * is none of a broker.
 *
 * @param authorities those that must have signed them, in PEM form; read again when it changes
 * @param revoked serial numbers and SHA-256 fingerprints of certificates that are not taken any more; read again when it changes
 * @param names brokers that are allowed; empty for every one with such a URI
 */
public record BrokerCertificates(Path authorities, Optional<Path> revoked, Set<String> names) {
    /** The scheme of URIs with a broker's name. */
    public static final String SCHEME = "banip-broker:";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,253}");

    static final Setting<Path> AUTHORITIES = Setting.optional(
            "broker-ca",
            SettingType.existingFile(),
            "no certificates are demanded",
            "demand client certificates of brokers that these certificate authorities have signed, in PEM form; read again when it changes");
    static final Setting<Path> REVOKED = Setting.optional(
            "broker-revoked-file",
            SettingType.existingLines(),
            "none",
            "brokers' certificates that are not taken any more: lines with a serial number or SHA-256 fingerprint; read again when it changes");
    static final Setting<Set<String>> NAMES = Setting.optional(
            "broker-names",
            new SettingType<>(
                    "names",
                    "",
                    "names of 1 to 253 of A-Z a-z 0-9 . _ -, separated by commas",
                    BrokerCertificates::parse,
                    set -> String.join(",", set)),
            "any name in a URI banip-broker:NAME",
            "the only brokers whose certificates are taken: NAME in a URI banip-broker:NAME, or a DNS name");

    /** Copies. */
    public BrokerCertificates {
        names = Set.copyOf(names);
    }

    private static Set<String> parse(String text) {
        Set<String> names = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            String name = part.trim();
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("'" + name + "' is no name of a broker");
            }
            names.add(name);
        }
        return names;
    }

    static Optional<BrokerCertificates> of(Settings settings) {
        settings.refuseWithout(AUTHORITIES, REVOKED);
        settings.refuseWithout(AUTHORITIES, NAMES);
        return settings.find(AUTHORITIES)
                .map(file -> new BrokerCertificates(
                        file, settings.find(REVOKED), settings.find(NAMES).orElse(Set.of())));
    }

    /**
     * Verifies them.
     *
     * @throws IllegalArgumentException if a file is malformed
     * @throws java.io.UncheckedIOException if one cannot be read
     */
    public ClientCertificates<String> open() {
        return ClientCertificates.open(AUTHORITIES.name(), authorities, revoked, this::name);
    }

    private String name(X509Certificate certificate) {
        SubjectNames subject = SubjectNames.of(certificate);
        List<String> brokers = new ArrayList<>(subject.after(SCHEME));
        if (names.isEmpty()) {
            if (brokers.size() != 1 || !NAME.matcher(brokers.get(0)).matches()) {
                throw new IllegalArgumentException("the certificate's subject alternative name has " + brokers.size()
                        + " names of brokers, must have one: a URI banip-broker:NAME; broker-names allows DNS names");
            }
            return brokers.get(0);
        }
        brokers.addAll(subject.hosts());
        return brokers.stream()
                .filter(names::contains)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the certificate's subject alternative name has no broker that broker-names allows"));
    }
}
