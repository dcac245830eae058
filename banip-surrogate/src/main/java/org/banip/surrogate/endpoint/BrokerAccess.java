package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.HeaderCheck;
import org.banip.core.interconnect.Protocol;
import org.banip.server.audit.Who;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.server.tls.ClientCertificates;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.BrokerCertificates;
import org.banip.surrogate.settings.HostClock;
import org.slf4j.Logger;

/**
 * Decides who may speak for MBUs (docs/protocol.md, "Authentication"). The operator demands a broker's certificate, a broker's token, or both. If the
 * operator demands neither, only {@linkplain Access#checkLocal local} callers may. Any thread.
 */
final class BrokerAccess {
    /** The identity of an MBU that talks to a host on loopback without a broker. */
    static final String ANONYMOUS = "anonymous";

    private static final Logger LOG = ServerLog.of(BrokerAccess.class);
    private static final String BROKER = "broker";
    /** Anybody can have certificates refused. */
    private static final int REFUSAL_LINES = 16;

    private static final Pattern IDENTITY = Pattern.compile("[\\x21-\\x7e\\x80-\\xff][\\x20-\\x7e\\x80-\\xff]{0,255}");

    private final Supplier<List<String>> tokens;
    private final Optional<ClientCertificates<String>> certificates;
    private final PeerLog refusals;

    /** Access as the operator set it. */
    BrokerAccess(AccessSettings settings, HostClock clock) {
        tokens = settings.brokerTokens();
        certificates = settings.brokerCertificates().map(BrokerCertificates::open);
        refusals = new PeerLog(clock::monotonicNanos, REFUSAL_LINES);
    }

    /**
     * A broker that was admitted.
     *
     * @param who for the audit log
     * @param lapsed why what it showed is not accepted any more, without secrets; empty while it is. Returns at once
     */
    record Admitted(Who who, Supplier<Optional<String>> lapsed) {}

    /** Whether brokers must prove that they are ones. */
    boolean demandsProof() {
        return certificates.isPresent() || !tokens.get().isEmpty();
    }

    /**
     * The identity of the MBU that a request is for, which counts only if its broker is {@linkplain #admit admitted}.
     *
     * @throws BanipException {@code UNAUTHENTICATED}, {@code CHECKSUM_MISMATCH}
     */
    String identity(HttpServletRequest request) {
        Optional<String> named = Optional.ofNullable(request.getHeader(Protocol.IDENTITY_HEADER));
        if (named.isEmpty()) {
            if (demandsProof()) {
                throw Access.unauthenticated("the header " + Protocol.IDENTITY_HEADER + " is missing");
            }
            return ANONYMOUS;
        }
        return named.get();
    }

    /**
     * Refuses an identity that is malformed or was damaged on the way.
     *
     * @throws BanipException {@code UNAUTHENTICATED}, {@code CHECKSUM_MISMATCH}
     */
    void checkHeaders(HttpServletRequest request) {
        String named = request.getHeader(Protocol.IDENTITY_HEADER);
        if (named != null && !IDENTITY.matcher(named).matches()) {
            throw Access.unauthenticated(Protocol.IDENTITY_HEADER + " must have 1 to 256 printable characters");
        }
        if (HeaderCheck.contradicts(
                request.getHeader(HeaderCheck.HEADER), named, request.getHeader(Protocol.ROUTE_HEADER))) {
            throw new BanipException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    HeaderCheck.HEADER + " does not fit " + Protocol.IDENTITY_HEADER + " and " + Protocol.ROUTE_HEADER);
        }
    }

    /**
     * Admits a broker. If its certificate is refused, the connection is closed after the answer, so that the broker's next one has the certificate
     * that the broker has by then.
     *
     * @throws BanipException {@code UNAUTHENTICATED}
     */
    Admitted admit(AsyncRequest call) {
        HttpServletRequest request = call.request();
        List<String> wanted = tokens.get();
        if (certificates.isEmpty() && wanted.isEmpty()) {
            Access.checkLocal(request, BROKER);
            return new Admitted(Who.of(BROKER, "loopback"), Optional::empty);
        }
        Optional<ClientCertificates<String>.Shown> shown = certificates.map(verifying -> certificate(call, verifying));
        Optional<byte[]> token = wanted.isEmpty() ? Optional.empty() : Optional.of(token(request, wanted));
        Who who = shown.map(proved -> Who.of(proved.name(), "broker-certificate"))
                .orElseGet(() -> Who.of(BROKER, "broker-token"));
        return new Admitted(
                who, () -> shown.flatMap(ClientCertificates.Shown::lapsed).or(() -> token.flatMap(this::removed)));
    }

    /** The digest of the token that a request bears; tokens themselves are not kept. */
    private static byte[] token(HttpServletRequest request, List<String> wanted) {
        return Access.bearer(request)
                .filter(shown -> Access.isOneOf(shown, wanted))
                .map(Access::digest)
                .orElseThrow(() -> Access.unauthenticated("the request does not bear the broker's token"));
    }

    /** Why a token with this digest is not accepted any more; while it is changed there are two. */
    private Optional<String> removed(byte[] digest) {
        return tokens.get().stream().anyMatch(token -> MessageDigest.isEqual(Access.digest(token), digest))
                ? Optional.empty()
                : Optional.of("its token was removed from the file of the broker's tokens");
    }

    private ClientCertificates<String>.Shown certificate(AsyncRequest call, ClientCertificates<String> verifying) {
        List<X509Certificate> chain = ClientCertificates.of(call.request().getAttribute(ClientCertificates.ATTRIBUTE));
        if (chain.isEmpty()) {
            throw refused(
                    call,
                    "none",
                    "this host demands a client certificate of brokers that an authority of broker-ca has signed;"
                            + " the request came without one");
        }
        try {
            ClientCertificates<String>.Verdict verdict = verifying.verify(chain);
            if (verdict.wrong().isPresent()) {
                throw refused(call, described(chain.get(0)), verdict.wrong().get());
            }
            return verdict.shown();
        } catch (IllegalArgumentException e) {
            throw refused(call, described(chain.get(0)), String.valueOf(e.getMessage()));
        }
    }

    private BanipException refused(AsyncRequest call, String certificate, String why) {
        String from = call.request().getRemoteAddr();
        refusals.happened(end -> LOG.warn(
                "{} a broker from {} is refused, certificate {}: {}{}", call.label(), from, certificate, why, end));
        call.response().addHeader("WWW-Authenticate", ClientCertificates.CHALLENGE);
        call.closeAfterAnswer();
        return Access.unauthenticated("the broker is not accepted: " + why);
    }

    /** So that an operator can find it: its public parts only. */
    private static String described(X509Certificate certificate) {
        try {
            return "'" + certificate.getSubjectX500Principal().getName() + "' with serial number "
                    + certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);
        } catch (IllegalStateException e) { // by Netty, which parses late
            return "malformed";
        }
    }
}
