package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.util.List;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.PostgresServer;
import org.banip.surrogate.store.StoreSettings;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Two hosts share a PostgreSQL database, and an MBU goes from one to the other and back. */
class TwoHostsIT {
    @Test
    void sessionGoesOnAtAnotherHostAndTheFirstOneStoresNothingMoreOfIt() throws Exception {
        try (PostgresServer database = PostgresServer.start()) {
            database.createDatabase("ward");
            try (RunningHost one = host(database)) {
                RunningHost two = host(database);
                try {
                    goToAnotherAndBack(one, two);
                } finally {
                    two.server().close();
                    two.host().close();
                }
            }
        }
    }

    private static RunningHost host(PostgresServer database) {
        return RunningHost.over(JdbcStore.open(database.url("ward"), database.user(), "", StoreSettings.DEFAULT));
    }

    private static void goToAnotherAndBack(RunningHost one, RunningHost two) throws IOException {
        Recorded seen = new Recorded();
        one.host().subscribe("test", seen);
        TestMbu here = new TestMbu(one.base());
        TestMbu there = here.at(two.base());
        TestMbu bystander = new TestMbu(one.base());
        assertThat(next(here.register())).containsExactly(0L, 0L);
        bystander.register();
        assertThat(here.send(0, 3).acknowledged()).containsExactly(3L, 0L);
        assertThat(there.send(3, 4).error()).isEqualTo("unknown-interconnect");

        assertThat(next(there.register())).containsExactly(3L, 0L);
        assertThat(there.send(3, 6).acknowledged()).containsExactly(6L, 0L);
        assertThat(here.send(3, 7).status()).isGreaterThanOrEqualTo(400);
        assertThat(bystander.send(0, 2).acknowledged()).containsExactly(2L, 0L);
        await().until(() -> here.send(3, 7).error().equals("unknown-interconnect"));
        await().untilAsserted(() -> assertThat(seen.events()).contains("disappeared taken-over"));

        assertThat(next(here.register())).containsExactly(6L, 0L);
        assertThat(here.send(6, 8).acknowledged()).containsExactly(8L, 0L);
        // The other host has not heard of it yet; its memory must not be the answer.
        assertThat(next(there.register())).containsExactly(8L, 0L);
        assertThat(there.send(8, 9).acknowledged()).containsExactly(9L, 0L);
    }

    private static List<Long> next(RegistrationAnswer answer) {
        return answer.groups().stream()
                .map(RegistrationAnswer.GroupState::nextSequence)
                .toList();
    }
}
