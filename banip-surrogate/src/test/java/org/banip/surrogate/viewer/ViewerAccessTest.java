package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Forwarder;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may view. */
class ViewerAccessTest {
    private static final String BROKER = "broker-token-0123456789";
    private static final String VIEWER = "viewer-token-0123456789";
    private static final Map<String, String> TOKEN = Map.of("Authorization", "Bearer " + VIEWER);

    @TempDir
    private Path directory;

    private RunningHost host(AccessSettings access) {
        return RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> {},
                HostServerSettings.builder().access(access).build());
    }

    @Test
    void aTokenThatIsSetIsDemandedOfEverybodyAlsoBehindAForwarderOnLoopback() throws IOException {
        try (RunningHost host = host(new AccessSettings(Optional.empty(), Optional.of(VIEWER)));
                Forwarder forwarder = new Forwarder(host.base())) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            for (URI base : new URI[] {host.base(), forwarder.base()}) {
                for (String path : new String[] {"surrogates", "surrogates/" + mbu.session() + "/live"}) {
                    assertThat(get(base, path, Map.of()).error()).isEqualTo("unauthenticated");
                    assertThat(get(base, path, Map.of("Authorization", "Bearer " + BROKER))
                                    .status())
                            .isEqualTo(401);
                }
                assertThat(get(base, "surrogates", TOKEN).status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aTokenLetsAViewerInByAnyNameOfTheHost() throws IOException {
        try (RunningHost host = host(new AccessSettings(Optional.empty(), Optional.of(VIEWER)))) {
            Map<String, String> remote =
                    Map.of("Host", "host.example", "X-Forwarded-For", "192.0.2.7", "Authorization", "Bearer " + VIEWER);
            assertThat(get(host.base(), "surrogates", remote).status()).isEqualTo(200);
        }
    }

    @Test
    void withoutATokenViewersAreOnLoopbackAndNoPageOfAnotherSite() throws IOException {
        try (RunningHost host = host(AccessSettings.LOOPBACK_ONLY)) {
            assertThat(get(host.base(), "surrogates", Map.of()).status()).isEqualTo(200);
            for (Map<String, String> foreign : List.of(
                    Map.of("Host", "evil.example"),
                    Map.of("X-Forwarded-For", "192.0.2.7"),
                    Map.of("Forwarded", "for=192.0.2.7"),
                    Map.of("Via", "1.1 proxy"),
                    Map.of("X-Real-IP", "192.0.2.7"),
                    Map.of("Origin", "http://evil.example"))) {
                assertThat(get(host.base(), "surrogates", foreign).status())
                        .as(foreign.toString())
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void thePageIsForEverybodyAndOnlyRead() throws IOException {
        try (RunningHost host = host(new AccessSettings(Optional.empty(), Optional.of(VIEWER)))) {
            assertThat(get(host.base(), "", Map.of("Host", "evil.example")).status())
                    .isEqualTo(200);
            try (HttpWire wire = new HttpWire(host.base(), TOKEN)) {
                assertThat(wire.exchange("TRACE", "").status()).isEqualTo(405);
            }
            for (String method : new String[] {"POST", "DELETE", "OPTIONS"}) {
                // Each on a connection of its own: a malformed request closes it.
                try (HttpWire wire = new HttpWire(host.base(), TOKEN)) {
                    assertThat(wire.exchange(method, "").error()).as(method).isEqualTo("malformed-request");
                    assertThat(wire.isClosedByServer()).as(method).isTrue();
                }
            }
        }
    }

    private static WireAnswer get(URI base, String path, Map<String, String> headers) throws IOException {
        try (HttpWire wire = new HttpWire(base, headers)) {
            return wire.exchange("GET", path);
        }
    }
}
