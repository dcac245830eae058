package org.banip.wsb.authentication;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.banip.server.tls.SubjectNames;
import org.banip.wsb.spi.Identity;

/**
 * The user that a certificate is for, from its subject alternative name: the URI {@code banip:NAME}; without such a URI the only DNS name or e-mail
 * address that is a user's name.
 */
final class CertificateNames {
    /** The scheme of URIs with a user's name. */
    static final String SCHEME = "banip:";

    private CertificateNames() {}

    /**
     * Whose certificate it is.
     *
     * @throws IllegalArgumentException if it has no user's name, or several
     */
    static Identity identity(X509Certificate certificate) {
        SubjectNames names = SubjectNames.of(certificate);
        List<String> candidates = new ArrayList<>(names.after(SCHEME));
        if (candidates.isEmpty()) {
            candidates.addAll(names.addresses());
            candidates.addAll(names.hosts());
        }
        if (candidates.size() != 1 || !Identity.isName(candidates.get(0))) {
            throw new IllegalArgumentException("the certificate's subject alternative name has " + candidates.size()
                    + " names of users, must have one: a URI banip:NAME, a DNS name or an e-mail address; a name is "
                    + Identity.ALLOWED);
        }
        return new Identity(candidates.get(0));
    }
}
