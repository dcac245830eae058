package org.banip.server.tls;

import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.banip.server.file.Lines;

/**
 * Client certificates that are not taken any more although they have not expired.
 *
 * @param serials their serial numbers, or SHA-256 fingerprints; hexadecimal without leading zeros, lower case
 */
public record RevokedCertificates(Set<String> serials) {
    /** No certificate. */
    public static final RevokedCertificates NONE = new RevokedCertificates(Set.of());

    /** What {@code openssl x509} prints before {@code =}. Others are refused: a SHA-1 fingerprint is as long as a serial number may be. */
    private static final Pattern LABEL = Pattern.compile("(serial|sha-?256 fingerprint)", Pattern.CASE_INSENSITIVE);

    private static final Pattern SERIAL = Pattern.compile("[0-9a-f]{1,40}");
    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");

    /** Copies. */
    public RevokedCertificates {
        serials = Set.copyOf(serials);
    }

    /**
     * Reads a file with a serial number or a fingerprint on each line, as {@code openssl x509 -serial} and {@code -fingerprint -sha256} print them.
     *
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public static RevokedCertificates read(Path file) {
        Set<String> serials = new HashSet<>();
        Lines.of(file).forEach(line -> {
            int equals = line.indexOf('=');
            String label = line.substring(0, Math.max(0, equals)).trim();
            String number = line.substring(equals + 1).replace(":", "").trim().toLowerCase(Locale.ROOT);
            if (equals >= 0 && !LABEL.matcher(label).matches()
                    || !SERIAL.matcher(number).matches()
                            && !FINGERPRINT.matcher(number).matches()) {
                throw new IllegalArgumentException(
                        "'" + line + "' must be a serial number (serial=…, 1 to 40 hexadecimal"
                                + " digits) or a SHA-256 fingerprint (sha256 Fingerprint=…, 64 hexadecimal digits)");
            }
            serials.add(plain(number));
        });
        return new RevokedCertificates(serials);
    }

    private static String plain(String number) {
        return number.replaceFirst("^0+(?!$)", "");
    }

    /** Whether it is one of them, by its serial number or its fingerprint, whatever its holder has made of its signature. */
    boolean has(X509Certificate certificate) {
        return !serials.isEmpty()
                && (serials.contains(certificate.getSerialNumber().toString(16)) || hasFingerprintOf(certificate));
    }

    /** The same for a certificate of an authority: its serial number may be that of a client's certificate, which it has issued itself. */
    boolean hasFingerprintOf(X509Certificate certificate) {
        if (serials.isEmpty()) {
            return false;
        }
        try {
            return Fingerprints.of(certificate).stream().anyMatch(fingerprint -> serials.contains(plain(fingerprint)));
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("the certificate was read from its bytes", e);
        }
    }
}
