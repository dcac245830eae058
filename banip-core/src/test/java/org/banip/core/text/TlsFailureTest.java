package org.banip.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates of certificates are told in UTC, as ISO 8601 writes them, wherever the machine is. */
class TlsFailureTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"2026-11-29T10:31:06Z", "2026-07-01T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"})
    void expiryIsInUtc(Instant end) {
        Throwable failure = new SSLHandshakeException("PKIX path validation failed")
                .initCause(new CertificateExpiredException("NotAfter: " + Date.from(end)));
        assertThat(TlsFailure.inWords(failure)).contains("its certificate has expired at " + end);
    }

    @Test
    void messageOfAndroidIsUnderstood() {
        Instant begin = Instant.parse("2026-11-30T10:31:06Z");
        Throwable failure = new CertificateNotYetValidException("Certificate not valid until " + Date.from(begin)
                + " (compared to " + Date.from(Instant.parse("2026-11-29T10:31:06Z")) + ")");
        assertThat(TlsFailure.inWords(failure))
                .contains("its certificate is not valid yet, but from " + begin + "; is the clock right?");
    }

    @Test
    void aMessageWithoutDateStaysAsItIs() {
        assertThat(TlsFailure.inWords(new CertificateExpiredException("long ago")))
                .contains("its certificate has expired (long ago)");
    }
}
