package org.banip.surrogate.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.server.container.OtherAddress;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plain HTTP from beyond loopback, in each container: nothing is served, unless the operator allows it or a trusted proxy ends TLS. */
class PlainIT {
    @Nested
    class InTomcat extends InContainer {
        InTomcat() {
            super(HostContainer::tomcat);
        }
    }

    @Nested
    class InTomcat10 extends InContainer {
        InTomcat10() {
            super(HostContainer::tomcat10);
        }
    }

    @Nested
    class InJetty extends InContainer {
        InJetty() {
            super(HostContainer::jetty);
        }
    }

    abstract static class InContainer {
        private static final Map<String, String> HTTPS = Map.of("X-Forwarded-Proto", "https");

        private final Supplier<HostContainer> containers;
        private String address;

        @TempDir
        private Path directory;

        InContainer(Supplier<HostContainer> containers) {
            this.containers = containers;
        }

        @BeforeEach
        void findAddress() throws IOException {
            Optional<String> found = OtherAddress.find();
            assumeTrue(found.isPresent(), "this machine has no IPv4 address but its loopback");
            address = found.orElseThrow();
        }

        @Test
        void plainHttpIsRefusedBeyondLoopback() throws Exception {
            in(Map.of(), base -> {
                URI other = OtherAddress.at(address, base);
                for (String path : new String[] {"", "surrogates", "interconnects", "login"}) {
                    WireAnswer refused = ask(other, path, Map.of());
                    assertThat(refused.status()).as(path).isEqualTo(403);
                    assertThat(refused.error()).isEqualTo("forbidden");
                    assertThat(refused.message())
                            .contains("plain HTTP from " + address)
                            .contains("https is allowed only")
                            .contains("banip.host.allow-plain=true");
                }
                assertThat(ask(other, "", HTTPS).status())
                        .as("anybody can claim that")
                        .isEqualTo(403);
                assertThat(ask(base, "", Map.of()).status()).as("on loopback").isEqualTo(200);
            });
        }

        @Test
        void aTrustedProxyMayEndTls() throws Exception {
            in(Map.of("trusted-proxies", address), base -> {
                URI other = OtherAddress.at(address, base);
                assertThat(ask(other, "", HTTPS).status()).isEqualTo(200);
                assertThat(ask(other, "", Map.of("X-Forwarded-Proto", "http")).status())
                        .isEqualTo(403);
                assertThat(ask(other, "", Map.of("X-Forwarded-For", "127.0.0.1"))
                                .status())
                        .isEqualTo(403);
            });
        }

        @Test
        void plainHttpIsServedIfTheOperatorAllowsIt() throws Exception {
            in(
                    Map.of("allow-plain", "true"),
                    base -> assertThat(ask(OtherAddress.at(address, base), "", Map.of())
                                    .status())
                            .isEqualTo(200));
        }

        private void in(Map<String, String> settings, Requests requests) throws Exception {
            Map<String, String> all = new HashMap<>(settings);
            all.put(OtherAddress.ALL, "true");
            HostContainer host = containers.get();
            try {
                requests.send(host.start(directory, Path.of(System.getProperty("banip.war")), all));
            } finally {
                host.close();
            }
        }

        private static WireAnswer ask(URI base, String path, Map<String, String> fields) throws IOException {
            try (HttpWire wire = new HttpWire(base, fields)) {
                return wire.exchange("GET", path);
            }
        }
    }

    @FunctionalInterface
    private interface Requests {
        void send(URI base) throws Exception;
    }
}
