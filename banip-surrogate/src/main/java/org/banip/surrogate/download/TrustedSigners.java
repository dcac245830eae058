package org.banip.surrogate.download;

import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXCertPathValidatorResult;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.core.text.Quoted;
import org.banip.server.tls.TrustedCertificates;

/**
 * Who may sign surrogate jars: the certificates of an operator's trust store, and whom they certify (RFC 5280). A certificate counts from its
 * first to its last instant, whenever the jar was signed. Revocation lists are not asked: to revoke a signer, take the certificate out of the
 * trust store. Immutable.
 */
public final class TrustedSigners {
    /** RFC 5280, section 4.2.1.12. */
    private static final Set<String> CODE_SIGNING = Set.of("1.3.6.1.5.5.7.3.3", "2.5.29.37.0");

    private final Path file;
    private final Set<X509Certificate> trusted;

    private TrustedSigners(Path file, List<X509Certificate> trusted) {
        this.file = file;
        this.trusted = Set.copyOf(trusted);
    }

    /**
     * Reads a trust store.
     *
     * @param file certificates in PEM form, or a PKCS#12 or JKS file
     * @param password of the PKCS#12 or JKS file
     * @throws IllegalArgumentException if the file cannot be read or has no trusted certificate
     */
    public static TrustedSigners read(Path file, Optional<String> password) {
        return new TrustedSigners(file, TrustedCertificates.read(file, password));
    }

    /** Trusts one certificate only, for example that of the key a jar was just signed with; {@code file} names its place in messages. */
    public static TrustedSigners of(Path file, X509Certificate certificate) {
        return new TrustedSigners(file, List.of(certificate));
    }

    /** Why this signer is not trusted at an instant, in words that follow "is signed by NAME, "; empty if it is. */
    Optional<String> objection(CodeSigner signer, Instant now) {
        List<X509Certificate> chain = chain(signer);
        int known = firstKnown(chain);
        List<X509Certificate> judged = known < 0 ? chain : chain.subList(0, known + 1);
        Date date = Date.from(now);
        return usage(chain.get(0))
                .or(() -> judged.stream()
                        .flatMap(certificate -> validity(certificate, date).stream())
                        .findFirst())
                .or(() ->
                        known == 0 ? Optional.empty() : path(chain, known, date).or(() -> issue(chain.get(0))));
    }

    /** The name of a signer, as its certificate says. */
    static String name(CodeSigner signer) {
        return Quoted.of(chain(signer).get(0).getSubjectX500Principal().getName());
    }

    static List<X509Certificate> chain(CodeSigner signer) {
        return signer.getSignerCertPath().getCertificates().stream()
                .map(X509Certificate.class::cast)
                .collect(Collectors.toList());
    }

    private int firstKnown(List<X509Certificate> chain) {
        for (int i = 0; i < chain.size(); i++) {
            if (trusted.contains(chain.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static Optional<String> usage(X509Certificate certificate) {
        try {
            boolean[] usage = certificate.getKeyUsage();
            if (usage != null && !usage[0]) {
                return Optional.of("whose certificate is not for digital signatures");
            }
            List<String> extended = certificate.getExtendedKeyUsage();
            if (extended != null && extended.stream().noneMatch(CODE_SIGNING::contains)) {
                return Optional.of("whose certificate is not for code signing");
            }
            return Optional.empty();
        } catch (CertificateParsingException e) {
            return Optional.of("whose certificate is malformed: " + JarName.reason(e));
        }
    }

    /** The operator chose a certificate of the trust store for this; an authority has to say what it issues one for (RFC 5280, section 4.2.1.12). */
    private static Optional<String> issue(X509Certificate certificate) {
        try {
            return certificate.getExtendedKeyUsage() == null
                    ? Optional.of("whose certificate does not say that it was issued for code signing")
                    : Optional.empty();
        } catch (CertificateParsingException e) {
            return Optional.of("whose certificate is malformed: " + JarName.reason(e));
        }
    }

    private static Optional<String> validity(X509Certificate certificate, Date now) {
        String subject = Quoted.of(certificate.getSubjectX500Principal().getName());
        try {
            certificate.checkValidity(now);
            return Optional.empty();
        } catch (CertificateExpiredException e) {
            return Optional.of("and the certificate of " + subject + " expired at "
                    + certificate.getNotAfter().toInstant());
        } catch (CertificateNotYetValidException e) {
            return Optional.of("and the certificate of " + subject + " is not valid before "
                    + certificate.getNotBefore().toInstant());
        }
    }

    private Optional<String> path(List<X509Certificate> chain, int known, Date now) {
        Set<TrustAnchor> anchors = (known < 0 ? trusted : Set.of(chain.get(known)))
                .stream().map(certificate -> new TrustAnchor(certificate, null)).collect(Collectors.toSet());
        try {
            CertPath path = CertificateFactory.getInstance("X.509")
                    .generateCertPath(known < 0 ? withoutRoot(chain) : chain.subList(0, known));
            PKIXParameters parameters = new PKIXParameters(anchors);
            parameters.setRevocationEnabled(false);
            parameters.setDate(now);
            PKIXCertPathValidatorResult result = (PKIXCertPathValidatorResult)
                    CertPathValidator.getInstance("PKIX").validate(path, parameters);
            return validity(result.getTrustAnchor().getTrustedCert(), now);
        } catch (CertPathValidatorException e) {
            return Optional.of(untrusted(chain, e));
        } catch (InvalidAlgorithmParameterException e) {
            throw new IllegalStateException("there is an anchor", e);
        } catch (GeneralSecurityException e) {
            return Optional.of("whose certificates cannot be checked: " + JarName.reason(e));
        }
    }

    /** A self-signed certificate at the end proves nothing about itself. */
    private static List<X509Certificate> withoutRoot(List<X509Certificate> chain) {
        X509Certificate last = chain.get(chain.size() - 1);
        boolean selfSigned = last.getSubjectX500Principal().equals(last.getIssuerX500Principal());
        return selfSigned && chain.size() > 1 ? chain.subList(0, chain.size() - 1) : chain;
    }

    private String untrusted(List<X509Certificate> chain, CertPathValidatorException e) {
        X509Certificate last = chain.get(chain.size() - 1);
        return "issued by " + Quoted.of(last.getIssuerX500Principal().getName())
                + "; allowed are signers whose chain of certificates ends in the trust store of this host ("
                + JarName.reason(e) + ")";
    }

    /** Names the file and how many certificates it has. */
    @Override
    public String toString() {
        return file + " (" + trusted.size() + ")";
    }
}
