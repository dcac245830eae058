package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the log of links leaves out what the gateway's own log says. */
class HiddenLinksTest {
    @ParameterizedTest
    @CsvSource({
        "gateway, true",
        "gateway --ban a, true",
        "--help gateway, true",
        "gateway -v, false",
        "-v gateway, false",
        "gateway --verbose, false",
        "mbu --ban gateway, false"
    })
    void linksOfAGatewayAreToldOnceUnlessTheUserAsksForMore(String line, boolean hidden) {
        assertThat(Banip.hidesLinks(line.split(" ", -1))).isEqualTo(hidden);
    }
}
