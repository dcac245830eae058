package org.banip.wsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.TestHost.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a broker does in whatever it runs in: over real sockets, between an MBU and a host that are both the test's. Each subclass is one
 * side of it.
 */
@Timeout(240)
abstract class RelayContract {
    static final String TOKEN = "0123456789abcdef-shared";
    static final String ALICE = Mbu.basic("alice", "alice's password");
    static final String BOB = Mbu.basic("bob", "bob's password");
    private static final int LOWEST_COST = 4;

    @TempDir
    Path directory;

    final String session = Mbu.newSession();
    TestHost host;
    Container container;
    URI broker;

    /** The base URL of the broker. */
    protected final URI broker() {
        return broker;
    }

    /** A fresh one. */
    protected abstract Container container();

    @BeforeEach
    void start() throws Exception {
        PasswordFile passwords = new PasswordFile(directory.resolve("passwords"));
        passwords.set("alice", "alice's password".toCharArray(), LOWEST_COST);
        passwords.set("bob", "bob's password".toCharArray(), LOWEST_COST);
        host = new TestHost();
        restart(Map.of());
    }

    final void restart(Map<String, String> more) throws Exception {
        if (container != null) {
            container.close();
        }
        Map<String, String> settings = new HashMap<>();
        settings.put("surrogate-host", host.uri().toString());
        settings.put("password-file", directory.resolve("passwords").toString());
        settings.put(
                "token-file",
                Files.writeString(directory.resolve("token"), TOKEN + "\n").toString());
        settings.put("socket-buffer-bytes", "65536");
        settings.put("linger-millis", "500");
        settings.putAll(more);
        container = container();
        broker = container.start(settings);
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
        host.close();
        Awaitility.await()
                .atMost(HttpWire.PATIENCE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("banip-wsb")));
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
