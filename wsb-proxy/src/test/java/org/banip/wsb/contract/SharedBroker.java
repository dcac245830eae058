package org.banip.wsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.banip.wsb.authentication.PasswordFile;

/** A broker with default settings, its host and its files, for many tests one after the other. Its users are alice and bob. */
public final class SharedBroker {
    static final String TOKEN = "0123456789abcdef-shared";
    private static final int LOWEST_COST = 4;

    private final Path directory;
    private final TestHost host;
    private final Container container;
    private final URI broker;

    private SharedBroker(Path directory, TestHost host, Container container) throws Exception {
        this.directory = directory;
        this.host = host;
        this.container = container;
        broker = container.start(settings(directory, host, Map.of()));
    }

    /** Starts one; its files are in the directory. */
    public static SharedBroker start(Path directory, Supplier<? extends Container> containers) throws Exception {
        return new SharedBroker(directory, new TestHost(), containers.get());
    }

    /** The settings of a broker in front of this host, whose files this makes, and these. */
    static Map<String, String> settings(Path directory, TestHost host, Map<String, String> more) throws IOException {
        Path passwords = directory.resolve("passwords");
        if (!Files.exists(passwords)) {
            PasswordFile file = new PasswordFile(passwords);
            file.set("alice", "alice's password".toCharArray(), LOWEST_COST);
            file.set("bob", "bob's password".toCharArray(), LOWEST_COST);
            file.set("carol", "carol's password".toCharArray(), LOWEST_COST);
        }
        Map<String, String> settings = new HashMap<>();
        settings.put("surrogate-host", host.uri().toString());
        settings.put("password-file", passwords.toString());
        settings.put(
                "token-file",
                Files.writeString(directory.resolve("token"), TOKEN + "\n").toString());
        settings.put("socket-buffer-bytes", "65536");
        settings.put("linger-millis", "500");
        settings.putAll(more);
        return settings;
    }

    Path directory() {
        return directory;
    }

    TestHost host() {
        return host;
    }

    URI uri() {
        return broker;
    }

    /** Ends it, and with it all brokers of this JVM: no thread of one may be left. */
    public void close() throws Exception {
        container.close();
        host.close();
        assertNoThreadIsLeft();
    }

    static void assertNoThreadIsLeft() {
        HttpWire.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(thread -> thread.getName().startsWith("banip-wsb")));
    }
}
