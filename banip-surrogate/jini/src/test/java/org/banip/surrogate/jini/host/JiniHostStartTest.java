package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.banip.core.error.BanipException;
import org.banip.core.testing.ReservedPort;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.jini.settings.JiniSettings;
import org.banip.surrogate.jini.subscription.SubscriptionSettings;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a start that fails leaves behind. */
@Timeout(120)
class JiniHostStartTest {
    /** An address of its own: no other test listens there. */
    private static final String ADDRESS = "127.0.0.18";

    /** Starts Jini on a host that fails at the last step. */
    private record Failing(int lookupPort) implements HostExtension {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public void start(ExtensionContext host) {
            JiniSettings settings = JiniSettings.of(SettingsReader.of(HostSettings.TABLE)
                    .options(Map.of("jini-listen", ADDRESS, "jini-lookup-port", Integer.toString(lookupPort)))
                    .read());
            JiniHost.start(failing(host), settings, SubscriptionSettings.DEFAULT)
                    .close();
        }

        private static ExtensionContext failing(ExtensionContext host) {
            return (ExtensionContext) Proxy.newProxyInstance(
                    ExtensionContext.class.getClassLoader(),
                    new Class<?>[] {ExtensionContext.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("subscribeToLives")) {
                            throw new IllegalStateException("on purpose");
                        }
                        try {
                            return method.invoke(host, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        public void stop() {}
    }

    @Test
    void nothingListensAndNothingRuns(@TempDir Path directory) throws Exception {
        InetAddress address = InetAddress.getByName(ADDRESS);
        try (ReservedPort port = new ReservedPort(address)) {
            assertThatExceptionOfType(BanipException.class)
                    .isThrownBy(() -> RunningHost.over(
                            JdbcStore.open(directory.resolve("store.db")),
                            builder -> builder.extension(new Failing(port.number()))))
                    .withMessageContaining("on purpose");

            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(Thread::isAlive)
                            .map(Thread::getName))
                    .noneMatch(name -> name.startsWith("banip-jini") || name.equals("unicast request")));
            try (ServerSocket free = new ServerSocket(port.number(), 1, address)) {
                assertThat(free.isBound()).isTrue();
            }
        }
    }
}
