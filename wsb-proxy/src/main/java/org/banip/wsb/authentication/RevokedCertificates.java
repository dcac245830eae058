package org.banip.wsb.authentication;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.banip.server.file.Lines;

/**
 * Client certificates that are not taken any more although they have not expired.
 *
 * @param serials their serial numbers, or SHA-256 fingerprints; hexadecimal without leading zeros, lower case
 */
record RevokedCertificates(Set<String> serials) {
    static final RevokedCertificates NONE = new RevokedCertificates(Set.of());

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{1,64}");

    RevokedCertificates {
        serials = Set.copyOf(serials);
    }

    /**
     * Reads a file with a serial number or a fingerprint on each line, as {@code openssl x509 -serial} and {@code -fingerprint -sha256} print them.
     *
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    static RevokedCertificates read(Path file) {
        Set<String> serials = new HashSet<>();
        Lines.of(file).forEach(line -> {
            String number =
                    line.substring(line.indexOf('=') + 1).replace(":", "").toLowerCase(Locale.ROOT);
            if (!FORM.matcher(number).matches()) {
                throw new IllegalArgumentException(
                        "must be a serial number or a SHA-256 fingerprint, up to 64 hexadecimal digits");
            }
            serials.add(plain(number));
        });
        return new RevokedCertificates(serials);
    }

    private static String plain(String number) {
        return number.replaceFirst("^0+(?!$)", "");
    }

    /** Whether it is one of them. */
    boolean has(X509Certificate certificate) {
        if (serials.isEmpty()) {
            return false;
        }
        try {
            byte[] fingerprint = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return serials.contains(certificate.getSerialNumber().toString(16))
                    || serials.contains(plain(HexFormat.of().formatHex(fingerprint)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256, and the certificate was read from its bytes", e);
        }
    }
}
