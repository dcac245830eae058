package org.banip.wsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a broker does in whatever it runs in: over real sockets, between an MBU and a host that are both the test's. Each subclass is one
 * side of it.
 */
@Timeout(240)
abstract class RelayContract {
    static final String TOKEN = SharedBroker.TOKEN;
    static final String ALICE = Mbu.basic("alice", "alice's password");
    static final String BOB = Mbu.basic("bob", "bob's password");
    static final String CAROL = Mbu.basic("carol", "carol's password");

    @TempDir
    Path temporary;

    final String session = Mbu.newSession();
    TestHost host;
    URI broker;
    /** This test's own. */
    private Container container;

    private Path directory;

    /** The base URL of the broker. */
    protected final URI broker() {
        return broker;
    }

    /** A fresh one. */
    protected abstract Container container();

    /** The broker of all tests that need no other settings; empty where each test has its own. */
    protected Optional<SharedBroker> shared() {
        return Optional.empty();
    }

    @BeforeEach
    void start() throws Exception {
        if (shared().isPresent()) {
            directory = shared().get().directory();
            host = shared().get().host();
            broker = shared().get().uri();
        } else {
            directory = temporary;
            host = new TestHost();
            restart(Map.of());
        }
    }

    /** From here on the test's broker is a new one of its own, with these settings. */
    final void restart(Map<String, String> more) throws Exception {
        stopBroker();
        container = container();
        broker = container.start(SharedBroker.settings(directory, host, more));
    }

    /** Ends this test's own broker. */
    final void stopBroker() throws Exception {
        if (container != null) {
            container.close();
        }
    }

    @AfterEach
    void stop() throws Exception {
        stopBroker();
        if (shared().isPresent()) {
            host.disconnect();
        } else {
            host.close();
            SharedBroker.assertNoThreadIsLeft();
        }
    }

    /** What follows is about HTTP/1.1 itself. */
    final void needsHttp1() {
        Assumptions.assumeTrue(container().speaksHttp1());
    }

    final void register(String name, String ban, String credentials) throws Exception {
        try (Mbu mbu = Mbu.connect(broker)) {
            mbu.register(name, ban, credentials);
            Connection registration = host.nextConnection();
            registration.readBody(registration.readHead());
            registration.answer("201 Created", "{}", "Connection: close");
            assertThat(mbu.readHead().status()).isEqualTo(201);
        }
    }

    /** The connection ends, whether by FIN or by reset. */
    protected static void assertThatBreaks(HttpWire wire) {
        try {
            assertThat(wire.isAtEnd()).isTrue();
        } catch (IOException e) {
            // A reset is an end.
        }
    }
}
