package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A live stream whose query asks for less than everything. */
class ReducedLiveTest {
    @TempDir
    private Path directory;

    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private String live(String query) {
        return "surrogates/" + mbu.session() + "/live?" + query;
    }

    @Test
    void channelAtALowerRateComesWithLowestAndHighest() throws IOException {
        try (EventWire live = new EventWire(host.base(), live("channel=ecg/V5&rate=90"), Map.of())) {
            JsonObject ecg = live.next("appeared").objects("groups").get(0);
            assertThat(ecg.string("frequencyHz")).isEqualTo("90");
            assertThat(ecg.objects("channels"))
                    .extracting(channel -> channel.string("label"))
                    .containsExactly("V5", "V5 min", "V5 max", "units");

            mbu.send(0, 10);
            JsonObject data = live.next("data");
            // A packet has four units, and so has a bucket; the filter needs three more.
            assertThat(data.integer("firstUnit", 0, 9)).isZero();
            // Packet 4 completed it; to go on, all 5 packets so far are needed again.
            assertThat(data.integer("sequence", 0, Integer.MAX_VALUE)).isEqualTo((4 << 17) + (1 << 16) + 5);
            assertThat(live.lastText()).contains("\"samples\":[").endsWith(",2,14,4]}");
            assertThat(live.lastId()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "channel=V6, no channel 'V6'",
        "rate=400, the rate 400 Hz is not below that of any chosen group",
        "rate=fast, frequency 'fast' is not a number of Hz",
        "numerics=1, numerics='1' is neither true nor false"
    })
    void wrongWishIsRefused(String query, String said) throws IOException {
        try (HttpWire wire = new HttpWire(host.base(), Map.of())) {
            WireAnswer answer = wire.exchange("GET", live(query));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains(said);
        }
    }
}
