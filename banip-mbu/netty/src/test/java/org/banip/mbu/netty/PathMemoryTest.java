package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.UplinkContext;
import org.junit.jupiter.api.Test;

/**
 * What is remembered of the way to a broker, when the device goes to another network. Its address here is another one because the broker's is: to
 * send to {@code ::1} the system does not send from 127.0.0.1, whether the machine knows IPv6 or not.
 */
class PathMemoryTest {
    private static final URI BROKER = URI.create("https://broker.invalid/");

    private final PathMemory memory = new PathMemory(Duration.ofMinutes(10));
    private String reached = "127.0.0.1";

    private UplinkContext context(URI base, HttpSettings settings) {
        return new UplinkContext(
                base,
                Credentials.none(),
                settings,
                SteadyClock.system(),
                new UplinkContext.Traffic(),
                "",
                Optional.empty(),
                name -> List.of(address(reached)));
    }

    private UplinkContext context() {
        return context(BROKER, HttpSettings.builder().build());
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void verdictHoldsForTheNetworkInWhichItWasFound() {
        assertThat(memory.has(context())).isFalse();
        memory.remember(context());
        assertThat(memory.has(context())).isTrue();

        reached = "::1";
        assertThat(memory.has(context())).as("another network").isFalse();
        memory.remember(context());
        assertThat(memory.has(context())).isTrue();

        reached = "127.0.0.1";
        assertThat(memory.has(context())).as("the first one again").isTrue();
    }

    @Test
    void verdictHoldsForTheBrokerOfWhichItWasFound() {
        memory.remember(context());
        assertThat(memory.has(context(
                        URI.create("https://other.invalid/"),
                        HttpSettings.builder().build())))
                .isFalse();
    }

    @Test
    void configuredAddressIsTheNetwork() {
        HttpSettings wifi =
                HttpSettings.builder().localAddress(address("192.0.2.1")).build();
        HttpSettings lte =
                HttpSettings.builder().localAddress(address("192.0.2.2")).build();
        memory.remember(context(BROKER, wifi));
        reached = "::1";
        assertThat(memory.has(context(BROKER, wifi))).isTrue();
        assertThat(memory.has(context(BROKER, lte))).isFalse();
        assertThat(memory.has(context())).isFalse();
    }
}
