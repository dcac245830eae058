package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.time.Duration;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.TestClock;
import org.junit.jupiter.api.Test;

/** A host starts on the database of a host that runs. */
class TwoHostsTest extends ClockedHostTest {
    @Test
    void newSessionOfOneHostSurvivesTheStartOfAnother() throws IOException {
        startAnother(clock);
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    /** It had no data for more than a day. */
    @Test
    void sessionWhoseRecordWasRemovedEndsAndRegistersAgain() throws IOException {
        TestClock later = new TestClock();
        later.pass(Duration.ofDays(2));
        startAnother(later);

        assertThat(mbu.send(0, 3).status()).isEqualTo(503);
        await().until(() -> mbu.send(0, 3).error().equals("unknown-interconnect"));
        await().untilAsserted(() -> assertThat(recorded.events()).contains("disappeared removed"));
        assertThat(mbu.register().groups().get(0).nextSequence()).isZero();
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    private void startAnother(TestClock time) {
        SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                .clock(time)
                .build()
                .close();
    }
}
