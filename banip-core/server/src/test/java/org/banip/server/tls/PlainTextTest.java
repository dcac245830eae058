package org.banip.server.tls;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8081/",
                "http://127.0.0.1/",
                "http://127.3.2.1:80/x",
                "http://[::1]:8081/",
                "https://host.example/"
            })
    void withinThisMachineAndWithTlsEverythingIsAllowed(String url) {
        assertThatCode(() -> PlainText.check("host", URI.create(url), false, "allow-plain-host"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://host.example/",
                "http://10.0.0.7:8081/",
                "HTTP://localhost.example/",
                "http://127.0.0.1.example/",
                "http://[fe80::1]/"
            })
    void plainHttpToAnotherMachineNeedsToBeAllowed(String url) {
        assertThatThrownBy(() -> PlainText.check("host", URI.create(url), false, "allow-plain-host"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("host '" + url + "' is beyond this machine and must be https://…, unless plain http is"
                        + " allowed explicitly (allow-plain-host)");
        assertThatCode(() -> PlainText.check("host", URI.create(url), true, "allow-plain-host"))
                .doesNotThrowAnyException();
    }
}
