package org.banip.server.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
    private final TrustedProxies proxies = TrustedProxies.parse("127.0.0.1, 10.1.0.0/16 fd00::/8");

    @Test
    void withoutTrustedProxiesThePeerIsTheClient() {
        assertThat(TrustedProxies.NONE.client("127.0.0.1", List.of("198.51.100.7")))
                .isEqualTo("127.0.0.1");
        assertThat(TrustedProxies.parse(" ").client("127.0.0.1", List.of("198.51.100.7")))
                .isEqualTo("127.0.0.1");
    }

    @Test
    void aPeerThatIsNotTrustedIsNotBelieved() {
        assertThat(proxies.client("203.0.113.9", List.of("198.51.100.7"))).isEqualTo("203.0.113.9");
        assertThat(proxies.client("10.2.0.1", List.of("198.51.100.7"))).isEqualTo("10.2.0.1");
    }

    @Test
    void theLastHopThatIsNotTrustedIsTheClient() {
        assertThat(proxies.client("127.0.0.1", List.of("198.51.100.7"))).isEqualTo("198.51.100.7");
        assertThat(proxies.client("127.0.0.1", List.of("1.2.3.4, 198.51.100.7, 10.1.255.3")))
                .isEqualTo("198.51.100.7");
        assertThat(proxies.client("fdff::1", List.of("1.2.3.4", "[2001:db8::1%eth0] ,10.1.0.1")))
                .isEqualTo("2001:db8:0:0:0:0:0:1");
    }

    @Test
    void aHopThatIsNoAddressEndsTheChain() {
        assertThat(proxies.client("127.0.0.1", List.of("198.51.100.7, unknown, 10.1.0.1")))
                .isEqualTo("10.1.0.1");
        assertThat(proxies.client("127.0.0.1", List.of(""))).isEqualTo("127.0.0.1");
        assertThat(proxies.client("127.0.0.1", List.of("localhost\r\nforged"))).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "10.0.0.0/33", "fd00::/129", "10.0.0.0/x", "10.0.0", "1.2.3.4.", "::g", "/8"})
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> TrustedProxies.parse("127.0.0.1 " + text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("trusted proxy '" + text + "' must be");
    }

    @ParameterizedTest
    @CsvSource({
        "198.51.100.7, 198.51.100.7",
        "::ffff:198.51.100.7, 198.51.100.7",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2::/64",
        "2001:db8:1:2::, 2001:db8:1:2::/64",
        "fe80::1%eth0, fe80:0:0:0::/64",
        "nobody, nobody",
    })
    void addressesOfOneSubscriberAreOneNetwork(String address, String network) {
        assertThat(ClientNetwork.of(address)).hasToString(network);
    }
}
