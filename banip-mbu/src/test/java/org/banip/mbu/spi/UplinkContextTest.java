package org.banip.mbu.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.banip.core.error.BanipException;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UplinkContextTest {
    private final UplinkContext context = new UplinkContext(
            URI.create("https://broker.example/banip/"),
            Credentials.none(),
            HttpSettings.DEFAULT,
            SteadyClock.system(),
            new UplinkContext.Traffic(),
            "test");

    @Test
    void resolvesBelowTheBaseUrl() {
        assertThat(context.resolve("interconnects/4f1c/data"))
                .hasToString("https://broker.example/banip/interconnects/4f1c/data");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://elsewhere/x",
                "//elsewhere/x",
                "/x",
                "../x",
                "a/../../x",
                "http://broker.example/banip/x"
            })
    void refusesUrlsOutsideTheBase(String relative) {
        assertThatThrownBy(() -> context.resolve(relative))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("leads out of the base URL");
    }
}
