package org.banip.wsb.war;

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
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plain HTTP from beyond loopback, in each container: no password is taken, unless the operator allows it or a trusted proxy ends TLS. */
class PlainIT {
    @Nested
    class InTomcat extends InContainer {
        InTomcat() {
            super(WarContainer::tomcat);
        }
    }

    @Nested
    class InTomcat10 extends InContainer {
        InTomcat10() {
            super(WarContainer::tomcat10);
        }
    }

    @Nested
    class InJetty extends InContainer {
        InJetty() {
            super(WarContainer::jetty);
        }
    }

    abstract static class InContainer {
        private static final String ALICE = Mbu.basic("alice", "alice's password");
        private static final String NO_FIELD = "Accept: */*";
        private static final String REFUSED = "403 forbidden";
        private static final int LOWEST_COST = 4;

        private final Supplier<Container> containers;
        private String address;

        @TempDir
        private Path directory;

        InContainer(Supplier<Container> containers) {
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
            in(Map.of(), (base, host) -> {
                URI other = OtherAddress.at(address, base);
                assertThat(refusal(other, NO_FIELD)).isEqualTo(REFUSED);
                assertThat(refusal(other, "X-Forwarded-Proto: https"))
                        .as("anybody can claim that")
                        .isEqualTo(REFUSED);
                try (Mbu mbu = Mbu.connect(other)) {
                    mbu.request("GET", "interconnects/x/reverse");
                    assertThat(mbu.readBody(mbu.readHead()))
                            .contains("plain HTTP from " + address)
                            .contains("https is allowed only")
                            .contains("banip.wsb.allow-plain=true");
                }
                assertThat(host.hasMoreConnections()).isFalse();
                assertRelayed(base, host, NO_FIELD);
            });
        }

        @Test
        void aTrustedProxyMayEndTls() throws Exception {
            in(Map.of("trusted-proxies", address), (base, host) -> {
                URI other = OtherAddress.at(address, base);
                assertThat(refusal(other, "X-Forwarded-Proto: http")).isEqualTo(REFUSED);
                assertThat(refusal(other, "X-Forwarded-For: 127.0.0.1")).isEqualTo(REFUSED);
                assertRelayed(other, host, "X-Forwarded-Proto: https");
            });
        }

        @Test
        void plainHttpIsServedIfTheOperatorAllowsIt() throws Exception {
            in(
                    Map.of("allow-plain", "true"),
                    (base, host) -> assertRelayed(OtherAddress.at(address, base), host, NO_FIELD));
        }

        /** How a registration with the right password is refused. */
        private static String refusal(URI broker, String field) throws IOException {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.register(Mbu.newSession(), "alice", ALICE, field);
                return mbu.readRefusal();
            }
        }

        private static void assertRelayed(URI broker, TestHost host, String field) throws Exception {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.request("GET", "interconnects/x/reverse", ALICE, field);
                assertThat(host.nextConnection().readHead().fields()).containsEntry("banip-identity", "alice");
            }
        }

        private void in(Map<String, String> settings, Requests requests) throws Exception {
            Path passwords = directory.resolve("passwords");
            new PasswordFile(passwords).set("alice", "alice's password".toCharArray(), LOWEST_COST);
            Container container = containers.get();
            try (TestHost host = new TestHost()) {
                Map<String, String> all = new HashMap<>(settings);
                all.put(OtherAddress.ALL, "true");
                all.put("surrogate-host", host.uri().toString());
                all.put("password-file", passwords.toString());
                requests.send(container.start(all), host);
            } finally {
                container.close();
            }
        }
    }

    @FunctionalInterface
    private interface Requests {
        void send(URI base, TestHost host) throws Exception;
    }
}
