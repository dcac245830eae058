package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.text.TlsFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstContactTest {
    private static final Optional<String> UNTRUSTED = Optional.of("https://b:8080/: " + TlsFailure.UNTRUSTED);
    private static final long LASTS = FirstContact.LASTS.toNanos();

    private final FirstContact contact = new FirstContact();

    @Test
    void anUntrustedBrokerEndsTheCommandAndTheMessageSaysWhatHelps() {
        contact.check(true, UNTRUSTED, 0);
        contact.check(true, UNTRUSTED, LASTS - 1);
        assertThatThrownBy(() -> contact.check(true, UNTRUSTED, LASTS))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining(TlsFailure.UNTRUSTED)
                .hasMessageContaining("--trust FILE names one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no TLS is spoken at https://b:8080/; is it http://?",
                "http://b:8080/ closes the connection without an answer; is it https://?",
                "https://b:8080/: its certificate is for another name (No name matching b found)"
            })
    void soDoesAWrongUrl(String problem) {
        contact.check(true, Optional.of(problem), 0);
        assertThatThrownBy(() -> contact.check(true, Optional.of(problem), LASTS))
                .hasMessageContaining(problem);
    }

    @Test
    void whatMayPassOrComesAfterTheFirstRegistrationEndsNothing() {
        assertThatNoException().isThrownBy(() -> {
            for (long now : new long[] {0, LASTS, 3 * LASTS}) {
                contact.check(false, UNTRUSTED, now);
                contact.check(true, Optional.of("connection refused"), now);
                contact.check(true, UNTRUSTED, now);
                contact.check(true, Optional.empty(), now);
            }
        });
    }
}
