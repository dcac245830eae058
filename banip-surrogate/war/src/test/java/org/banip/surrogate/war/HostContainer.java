package org.banip.surrogate.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.banip.server.container.ContainerLog.Expected;
import org.banip.server.container.IsolatedContainer;

/**
 * A servlet container with the host's WAR at {@code /host}. Closing it fails if its log has a line that is not expected, or if a thread of the
 * host stays.
 */
final class HostContainer {
    private static final List<Expected> EXPECTED = List.of(
            new Expected(
                    "\\S+: registration refused, (checksum-mismatch|forbidden|invalid-chain|invalid-description|malformed-request|"
                            + "session-mismatch|too-long|unknown-surrogate-type|unsupported-version): .*",
                    "the test's registration is at fault in this way"),
            new Expected(
                    "\\S+: data request failed, (checksum-mismatch|malformed-frame|sequence-beyond-window|truncated|undecodable-packet|"
                            + "unknown-group): .*",
                    "the test's data request is at fault in this way"),
            new Expected(
                    "- refused plain HTTP from \\S+: beyond this machine https is allowed only; .*",
                    "the test sends it from another address"),
            new Expected(
                    "- log-in of \\S+ refused, from \\S+: wrong name or password(; lines of this kind left out before: \\d+)?",
                    "the test shows a wrong name or password"));

    private static final Pattern HOSTS_THREAD = Pattern.compile("banip-(host|store|subscriber|jini)-.*");
    private static final Duration LONGEST_END = Duration.ofMinutes(1);

    private final IsolatedContainer container;

    private HostContainer(Function<List<Expected>, IsolatedContainer> container) {
        this.container = container.apply(EXPECTED);
    }

    static HostContainer jetty() {
        return new HostContainer(IsolatedContainer::jetty);
    }

    static HostContainer tomcat() {
        return new HostContainer(IsolatedContainer::tomcat);
    }

    static HostContainer tomcat10() {
        return new HostContainer(IsolatedContainer::tomcat10);
    }

    /** Starts it with the WAR that was built; the store is in the directory. */
    URI start(Path directory) throws Exception {
        return start(directory, Path.of(System.getProperty("banip.war")));
    }

    /** With another WAR than the one that was built. */
    URI start(Path directory, Path war) throws Exception {
        return start(directory, war, Map.of());
    }

    /** With more settings, named as in docs/configuration.md. */
    URI start(Path directory, Path war, Map<String, String> settings) throws Exception {
        Map<String, String> parameters = new HashMap<>();
        parameters.put("banip.host.store", directory.resolve("store.db").toString());
        parameters.put("banip.host.interconnects-per-identity", "256");
        settings.forEach(
                (name, value) -> parameters.put(name.startsWith("container.") ? name : "banip.host." + name, value));
        return container.start("/host", war, parameters);
    }

    void close() throws Exception {
        container.close();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (HOSTS_THREAD.matcher(thread.getName()).matches()) {
                thread.join(LONGEST_END.toMillis());
                assertThat(thread.isAlive()).as(thread.getName() + " goes on").isFalse();
            }
        }
    }
}
