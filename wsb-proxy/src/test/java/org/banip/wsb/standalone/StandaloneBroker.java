package org.banip.wsb.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.banip.server.listen.ConnectionLimits;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that listens by itself, for one test, between a host and MBUs that are the test's. Its user is alice. */
@Timeout(240)
abstract class StandaloneBroker {
    static final String ALICE = Mbu.basic("alice", "alice's password");

    @TempDir
    Path directory;

    TestHost host;
    StandaloneContainer container;

    @BeforeEach
    void start() throws IOException {
        new PasswordFile(directory.resolve("passwords")).set("alice", "alice's password".toCharArray(), 4);
        host = new TestHost();
    }

    @AfterEach
    void stop() throws IOException {
        if (container != null) {
            container.close();
        }
        host.close();
    }

    final URI start(ConnectionLimits limits) {
        return start(limits, Map.of());
    }

    final URI start(ConnectionLimits limits, Map<String, String> more) {
        container = new StandaloneContainer(limits);
        Map<String, String> settings = new HashMap<>(Map.of(
                "surrogate-host", host.uri().toString(),
                "password-file", directory.resolve("passwords").toString(),
                "token-file", token()));
        settings.putAll(more);
        return container.start(settings);
    }

    private String token() {
        try {
            return Files.writeString(directory.resolve("token"), "0123456789abcdef")
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
