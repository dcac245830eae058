package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.json.JsonObject;
import org.banip.server.audit.Audit;
import org.banip.server.audit.ServerAudit;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the audit log has of subscribers over Jini. */
@Timeout(180)
class AuditedSubscribersTest {
    private static final int PACKETS = 100;

    @TempDir
    private Path directory;

    private final AtomicInteger got = new AtomicInteger();

    /** Everything from the beginning on. */
    private final class Interest extends FollowingInterest {
        @Override
        public void delivered(SensorData data) {
            got.incrementAndGet();
        }
    }

    private Audit audit() {
        return ServerAudit.open(
                HostSettings.TABLE,
                SettingsReader.of(HostSettings.TABLE)
                        .options(Map.of("audit", directory.resolve("audit").toString()))
                        .read());
    }

    private List<JsonObject> lines(String event) throws IOException {
        return Files.readAllLines(directory.resolve("audit").resolve("audit-000001.jsonl")).stream()
                .map(JsonObject::parse)
                .filter(line -> line.string("event").equals(event))
                .toList();
    }

    @Test
    void aSubscriptionIsAViewFromItsBeginToItsEnd() throws Exception {
        Audit audit = audit();
        try (RunningHost host = JiniTestHost.start(
                directory.resolve("store.db"), Optional.empty(), Map.of(), builder -> builder.audit(audit))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, PACKETS);
            BanSubscriber subscriber = BanSubscriber.builder(
                            new LookupDirectory(JiniTestHost.lookup(host.host()), Transport.loopback()),
                            Transport.loopback(),
                            new Interest())
                    .start();
            try {
                await().untilAsserted(() -> assertThat(got).hasValue(PACKETS));
                JsonObject begun = lines("view-begun").get(0);
                assertThat(begun.string("who")).isEqualTo("viewer");
                assertThat(begun.string("by")).isEqualTo("loopback");
                assertThat(begun.string("from")).isEqualTo("127.0.0.1");
                assertThat(begun.string("ban")).isEqualTo("ban-17");
                assertThat(begun.string("session")).isEqualTo(mbu.session().toString());
                assertThat(lines("view-ended")).isEmpty();
            } finally {
                subscriber.close();
            }
            await().untilAsserted(() -> assertThat(lines("view-ended")).hasSize(1));
            JsonObject seen = lines("view-ended").get(0).objects("seen").get(0);
            assertThat(seen.string("group")).isEqualTo("ecg");
            assertThat(seen.integer("sequence", 0, 0)).isZero();
            assertThat(seen.integer("nextSequence", PACKETS, PACKETS)).isEqualTo(PACKETS);
            assertThat(seen.integer("sets", 0, Integer.MAX_VALUE)).isEqualTo(PACKETS * TestMbu.UNITS);
        }
    }
}
