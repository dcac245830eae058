package org.banip.surrogate.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Surrogates of the WAR as Jini services; the lookup service is in the WAR, too. */
@Timeout(600)
class JiniIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern LOOKUP = Pattern.compile("lookup service at (jini://[^/]+/)");

    @TempDir
    private Path directory;

    @Test
    void surrogateIsFoundAndCalledInTomcat() throws Exception {
        check(HostContainer.tomcat());
    }

    @Test
    void surrogateIsFoundAndCalledInTomcat10() throws Exception {
        check(HostContainer.tomcat10());
    }

    @Test
    void surrogateIsFoundAndCalledInJetty() throws Exception {
        check(HostContainer.jetty());
    }

    /** The container's log has no warning of it, and no thread of it stays. */
    private void check(HostContainer host) throws Exception {
        try {
            URI base = host.start(
                    directory,
                    Path.of(System.getProperty("banip.war")),
                    Map.of("jini", "true", "jini-host-name", "ward-3"));
            TestMbu mbu = new TestMbu(base);
            mbu.register();
            mbu.send(0, 2);
            try (LookupClient client = LookupClient.find(lookup(base), Transport.loopback())) {
                FoundSurrogate found = await("the surrogate is listed")
                        .atMost(PATIENCE)
                        .until(client::surrogates, all -> !all.isEmpty())
                        .get(0);
                assertThat(List.of(found.ban(), found.host(), found.session()))
                        .containsExactly("ban-17", "ward-3", mbu.session().toString());
                SurrogateStatistics statistics =
                        found.surrogate().statistics(AccessToken.NONE).statistics();
                assertThat(statistics.sum(group -> group.packets())).isEqualTo(2);
                mbu.delete();
                await("the surrogate is gone").atMost(PATIENCE).until(client::surrogates, List::isEmpty);
                FoundSurrogate ended = await("its data are still to be had")
                        .atMost(PATIENCE)
                        .until(client::ended, all -> !all.isEmpty())
                        .get(0);
                assertThat(ended.session()).isEqualTo(found.session());
            }
        } finally {
            host.close();
        }
    }

    /** As the host says it to viewers. */
    private static LookupAddress lookup(URI base) throws IOException {
        try (HttpWire wire = new HttpWire(base.resolve("surrogates"))) {
            Matcher said = LOOKUP.matcher(wire.exchange("GET", "").text());
            assertThat(said.find()).isTrue();
            return LookupAddress.parse(said.group(1));
        }
    }
}
