package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.TestConnections;
import org.junit.jupiter.api.Test;

/** Somebody else wants to write, or has written, the SQLite file of a host that runs. */
class TwoHostsTest extends ClockedHostTest {
    @Test
    void secondHostIsRefusedAndTheFirstGoesOn() throws IOException {
        assertThatThrownBy(() -> JdbcStore.open(directory.resolve("store.db")))
                .hasMessageContaining("store.db is in use by another process (host or store)");
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    @Test
    void sessionThatAnOperatorRemovedEndsAndRegistersAgain() throws IOException, SQLException {
        change("DELETE FROM interconnect");

        assertThat(mbu.send(0, 3).status()).isEqualTo(503);
        await().until(() -> mbu.send(0, 3).error().equals("unknown-interconnect"));
        await().untilAsserted(() -> assertThat(recorded.events()).contains("disappeared removed"));
        assertThat(mbu.register().groups().get(0).nextSequence()).isZero();
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    @Test
    void sessionThatWasTakenOverEndsAndRegistersAgain() throws IOException, SQLException {
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
        change("UPDATE interconnect SET epoch = epoch + 1");

        assertThat(mbu.send(3, 5).status()).isEqualTo(503);
        await().until(() -> mbu.send(3, 5).error().equals("unknown-interconnect"));
        await().untilAsserted(() -> assertThat(recorded.events()).contains("disappeared taken-over"));
        assertThat(mbu.register().groups().get(0).nextSequence()).isEqualTo(3);
        assertThat(mbu.send(3, 5).acknowledged()).containsExactly(5L, 0L);
    }

    /** It must not answer with what it remembers: the other host has stored more since. */
    @Test
    void registrationOfASessionThatWasTakenOverBeginsAgain() throws IOException, SQLException {
        change("UPDATE interconnect SET epoch = epoch + 1");
        mbu.register();
        await().untilAsserted(() -> assertThat(recorded.events()).contains("disappeared taken-over"));
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    /** It has no item of it any more that could be refused. */
    @Test
    void silentSessionThatWasTakenOverEndsAtOnce() throws IOException, SQLException {
        change("UPDATE interconnect SET epoch = epoch + 1");
        clock.pass(LivenessSettings.DEFAULT.silentAfter().plusMillis(1));
        await().untilAsserted(() -> assertThat(recorded.events()).contains("silent", "disappeared taken-over"));
        mbu.register();
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    /** The MBU went to the other host a while after it fell silent here. */
    @Test
    void silentSessionThatIsTakenOverLaterEnds() throws IOException, SQLException {
        clock.pass(LivenessSettings.DEFAULT.silentAfter().plusMillis(1));
        await().untilAsserted(() -> assertThat(recorded.events()).contains("silent"));
        change("UPDATE interconnect SET epoch = epoch + 1");
        clock.pass(LivenessSettings.DEFAULT.silentAfter());
        await().untilAsserted(() -> assertThat(recorded.events()).contains("disappeared taken-over"));
    }

    private void change(String statement) throws SQLException {
        try (Connection connection = TestConnections.open(
                        "jdbc:sqlite:" + directory.resolve("store.db") + "?foreign_keys=true&busy_timeout=60000");
                Statement jdbc = connection.createStatement()) {
            jdbc.execute(statement);
        }
    }
}
