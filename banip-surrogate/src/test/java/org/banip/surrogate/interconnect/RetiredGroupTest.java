package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups that come and go (docs/protocol.md, section 3.6). */
class RetiredGroupTest {
    @TempDir
    private Path directory;

    private RunningHost host() {
        return RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
    }

    private static Gap retirement(int group, long sequence) {
        return new Gap(group, sequence, 1, TestMbu.ORIGIN, sequence * TestMbu.UNITS, 1, Gap.Reason.RETIRED);
    }

    private static byte[] body(Sequenced... items) {
        return Frames.body(2, List.of(items));
    }

    private static boolean register(TestMbu mbu, boolean retiring) throws IOException {
        RegistrationRequest plain = mbu.registration();
        RegistrationRequest request = plain.toBuilder().retiring(retiring).build();
        return RegistrationAnswer.fromJson(mbu.post(request.toJson()).text()).retiring();
    }

    private static GroupStatistics group(RunningHost host, TestMbu mbu, int group) {
        return host.surrogate(mbu.session()).statistics().groups().get(group);
    }

    @Test
    void theAnswerSaysThatGroupsMayBeRetiredIfTheMbuAsks() throws IOException {
        try (RunningHost host = host()) {
            TestMbu mbu = new TestMbu(host.base());
            assertThat(mbu.register().retiring()).as("an older MBU").isFalse();
            assertThat(mbu.post(mbu.registration().toJson()).text()).doesNotContain("retiring");
            assertThat(register(mbu, true)).isTrue();
            assertThat(register(mbu, false)).as("the last one counts").isFalse();
        }
    }

    @Test
    void aRetirementIsStoredOnceInItsPlaceAndIsNoGap() throws IOException {
        List<String> heard = new CopyOnWriteArrayList<>();
        try (RunningHost host = host()) {
            TestMbu mbu = new TestMbu(host.base());
            register(mbu, true);
            host.host().subscribe("test", new SurrogateListener() {
                @Override
                public synchronized void delivered(SensorData data) {
                    heard.add("packet " + data.header().sequence());
                }

                @Override
                public synchronized void gap(SurrogateDescription surrogate, Gap gap) {
                    heard.add(gap.reason() + " " + gap.sequence());
                }

                @Override
                public synchronized void silent(SurrogateDescription surrogate) {
                    heard.add("silent");
                }
            });
            // What overtakes the retirement on another network waits for it.
            byte[] early = body(TestMbu.packet(0, 0), TestMbu.packet(0, 2), retirement(0, 3), retirement(0, 1));
            assertThat(mbu.send(early).acknowledged()).containsExactly(4L, 0L);
            assertThat(mbu.send(early).acknowledged()).containsExactly(4L, 0L);
            assertThat(group(host, mbu, 0).retired()).isTrue();
            assertThat(group(host, mbu, 0).gaps()).isZero();
            assertThat(group(host, mbu, 0).packets()).isEqualTo(2);
            await().until(() -> heard.size() == 4);
            assertThat(mbu.send(body(TestMbu.packet(0, 4))).acknowledged()).containsExactly(5L, 0L);
            assertThat(group(host, mbu, 0).retired()).isFalse();
            await().untilAsserted(() ->
                    assertThat(heard).containsExactly("packet 0", "RETIRED 1", "packet 2", "RETIRED 3", "packet 4"));
        }
    }

    @Test
    void anotherHostKnowsWhichGroupsAreRetired() throws IOException {
        TestMbu mbu;
        try (RunningHost first = host()) {
            mbu = new TestMbu(first.base());
            register(mbu, true);
            mbu.send(body(TestMbu.packet(0, 0), retirement(0, 1), retirement(1, 0)));
        }
        try (RunningHost second = host()) {
            TestMbu again = mbu.at(second.base());
            assertThat(register(again, true)).isTrue();
            assertThat(group(second, again, 0).retired()).isTrue();
            assertThat(group(second, again, 1).retired())
                    .as("it never had anything")
                    .isTrue();
            assertThat(again.send(body(retirement(0, 1), TestMbu.packet(0, 2))).acknowledged())
                    .containsExactly(3L, 1L);
            assertThat(group(second, again, 0).retired()).isFalse();
            assertThat(group(second, again, 1).retired()).isTrue();
        }
    }
}
