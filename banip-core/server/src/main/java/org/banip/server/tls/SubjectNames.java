package org.banip.server.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The names in the subject alternative name of a certificate (RFC 5280, section 4.2.1.6). The subject's common name does not count.
 *
 * @param uris URIs
 * @param hosts DNS names
 * @param addresses e-mail addresses
 */
public record SubjectNames(List<String> uris, List<String> hosts, List<String> addresses) {
    private static final int EMAIL = 1;
    private static final int DNS = 2;
    private static final int URI = 6;

    /** Copies. */
    public SubjectNames {
        uris = List.copyOf(uris);
        hosts = List.copyOf(hosts);
        addresses = List.copyOf(addresses);
    }

    /**
     * The names of a certificate.
     *
     * @throws IllegalArgumentException if they are malformed
     */
    public static SubjectNames of(X509Certificate certificate) {
        List<String> uris = new ArrayList<>();
        List<String> hosts = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        for (List<?> name : names(certificate)) {
            String text = String.valueOf(name.get(1));
            switch ((Integer) name.get(0)) {
                case URI -> uris.add(text);
                case DNS -> hosts.add(text);
                case EMAIL -> addresses.add(text);
                default -> {}
            }
        }
        return new SubjectNames(uris, hosts, addresses);
    }

    private static Collection<List<?>> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException e) {
            throw new IllegalArgumentException("the certificate's subject alternative name is malformed", e);
        }
    }

    /** What follows this scheme, with its colon, in the URIs that have it. */
    public List<String> after(String scheme) {
        return uris.stream()
                .filter(uri -> uri.startsWith(scheme))
                .map(uri -> uri.substring(scheme.length()))
                .toList();
    }
}
