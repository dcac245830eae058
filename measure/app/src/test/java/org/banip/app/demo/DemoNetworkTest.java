package org.banip.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoNetworkTest {
    private static List<String> names(String paths) {
        return List.of(paths.split(",", -1));
    }

    @Test
    void severalDifferentLinksArePaths() {
        assertThatCode(() -> DemoNetwork.check(names("lte,wifi,3g"))).doesNotThrowAnyException();
        assertThatCode(() -> DemoNetwork.check(List.of())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"wifi", "wifi,wifi", "wifi,tin-can", "wifi,lte+3g", "wifi,"})
    void otherThanTwoDifferentKnownLinksAreRefusedWithTheirNames(String paths) {
        assertThatThrownBy(() -> DemoNetwork.check(names(paths)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wifi")
                .hasMessageContaining("lte");
    }

    @Test
    void withoutLinksAllPartsAreOnLoopback() throws Exception {
        try (DemoNetwork network = DemoNetwork.open(List.of())) {
            assertThat(network.brokerAddress()).isEqualTo("127.0.0.1");
            assertThat(network.paths()).isEmpty();
            assertThat(network.show(Duration.ZERO)).isEmpty();
            assertThat(network.mbu(Thread::currentThread)).isSameAs(Thread.currentThread());
        }
    }
}
