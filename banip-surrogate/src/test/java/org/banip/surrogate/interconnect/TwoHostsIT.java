package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.PostgresServer;
import org.banip.surrogate.store.StoreSettings;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Gate;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
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

    /** The MBU has registered by two ways, or once more after a time-out. The host that took the session last has it. */
    @Test
    void sessionThatBeginsAtTwoHostsAtOnceGoesOnAtTheLastOne() throws Exception {
        try (PostgresServer database = PostgresServer.start()) {
            database.createDatabase("ward");
            FaultyStore slow = new FaultyStore(store(database));
            Gate gate = new Gate();
            slow.creationWaitsFor(gate);
            try (RunningHost one = host(database)) {
                RunningHost two = RunningHost.over(slow);
                try {
                    TestMbu here = new TestMbu(one.base());
                    TestMbu there = here.at(two.base());
                    FutureTask<WireAnswer> late = new FutureTask<>(
                            () -> there.post(there.registration().toJson()));
                    new Thread(late, "second-registration").start();
                    await().until(() -> gate.arrived() == 1);
                    here.register();
                    assertThat(here.send(0, 3).acknowledged()).containsExactly(3L, 0L);
                    gate.release();
                    RegistrationAnswer answer =
                            RegistrationAnswer.fromJson(late.get().text());
                    assertThat(next(answer)).containsExactly(3L, 0L);
                    assertThat(there.send(3, 5).acknowledged()).containsExactly(5L, 0L);
                    await().until(() -> here.send(3, 7).error().equals("unknown-interconnect"));
                } finally {
                    gate.release();
                    two.server().close();
                    two.host().close();
                }
            }
        }
    }

    private static RunningHost host(PostgresServer database) {
        return RunningHost.over(store(database));
    }

    private static JdbcStore store(PostgresServer database) {
        return JdbcStore.open(database.url("ward"), database.user(), "", StoreSettings.DEFAULT);
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
