package org.banip.wsb.authentication;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.banip.wsb.spi.Identity;

/**
 * The user that a certificate is for, from its subject alternative name (RFC 5280, section 4.2.1.6): the URI {@code banip:NAME}; without such a URI
 * the only DNS name or e-mail address that is a user's name. The subject's common name does not count.
 */
final class CertificateNames {
    /** The scheme of URIs with a user's name. */
    static final String SCHEME = "banip:";

    private static final int EMAIL = 1;
    private static final int DNS = 2;
    private static final int URI = 6;

    private CertificateNames() {}

    /**
     * Whose certificate it is.
     *
     * @throws IllegalArgumentException if it has no user's name, or several
     */
    static Identity identity(X509Certificate certificate) {
        List<String> explicit = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (List<?> name : names(certificate)) {
            int type = (Integer) name.get(0);
            if (type == URI && String.valueOf(name.get(1)).startsWith(SCHEME)) {
                explicit.add(String.valueOf(name.get(1)).substring(SCHEME.length()));
            } else if (type == EMAIL || type == DNS) {
                others.add(String.valueOf(name.get(1)));
            }
        }
        List<String> candidates = explicit.isEmpty() ? others : explicit;
        if (candidates.size() != 1 || !Identity.isName(candidates.get(0))) {
            throw new IllegalArgumentException("the certificate's subject alternative name has " + candidates.size()
                    + " names of users, must have one: a URI banip:NAME, a DNS name or an e-mail address; a name is "
                    + Identity.ALLOWED);
        }
        return new Identity(candidates.get(0));
    }

    private static Collection<List<?>> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : names;
        } catch (CertificateParsingException e) {
            throw new IllegalArgumentException("the certificate's subject alternative name is malformed", e);
        }
    }
}
