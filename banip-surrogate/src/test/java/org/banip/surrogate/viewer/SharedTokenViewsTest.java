package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.banip.server.address.TrustedProxies;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Live views of viewers who share a token: their addresses tell them apart. A proxy names the addresses. */
class SharedTokenViewsTest {
    private static final String SHARED = "viewer-token-0123456789";

    @TempDir
    private Path directory;

    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void open() throws IOException {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.limits(HostLimits.builder().viewers(8).build()),
                HostServerSettings.builder()
                        .access(new AccessSettings(Optional.empty(), Optional.of(SHARED))
                                .behind(TrustedProxies.parse("127.0.0.1")))
                        .build());
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void oneAddressDoesNotTakeTheLiveViewsOfOthers() throws IOException {
        try (EventWire first = live("2001:db8:1:2::1");
                EventWire second = live("2001:db8:1:2::2");
                HttpWire third = new HttpWire(host.base(), from("2001:db8:1:2::3"))) {
            first.next("appeared");
            second.next("appeared");
            WireAnswer refused = third.exchange("GET", path());
            assertThat(refused.error()).isEqualTo("limit-reached");
            assertThat(refused.message())
                    .contains("2 live views of the viewers' token from 2001:db8:1:2::/64 are open already")
                    .contains("limit 2 for each address, 8 for all");
            try (EventWire other = live("198.51.100.7")) {
                other.next("appeared");
            }
        }
    }

    private EventWire live(String address) throws IOException {
        return new EventWire(host.base(), path(), from(address));
    }

    private String path() {
        return "surrogates/" + mbu.session() + "/live";
    }

    private static Map<String, String> from(String address) {
        return Map.of("Authorization", "Bearer " + SHARED, "X-Forwarded-For", address);
    }
}
