package org.banip.surrogate.jini.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Optional;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.GroupStop;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.junit.jupiter.api.Test;

/** Statistics go to another JVM and back. */
class RemoteStatisticsTest {
    private static final SurrogateStatistics STATISTICS = new SurrogateStatistics(
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            List.of(
                    group(false, Optional.empty()),
                    group(true, Optional.empty()),
                    group(true, Optional.of(new GroupStop("Clara the 2nd", 1_795_780_805_123_456_789L)))));

    private static GroupStatistics group(boolean retired, Optional<GroupStop> stop) {
        return new GroupStatistics("packetizer(units=1)", 11, 12, 13, 14, 15, 16, 17, 18, 19, -20, retired, stop);
    }

    @Test
    void allOfThemArrive() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(RemoteStatistics.of(SurrogateState.SILENT, STATISTICS));
        }
        RemoteStatistics arrived = read(bytes.toByteArray());
        assertThat(arrived.surrogateState()).isEqualTo(SurrogateState.SILENT);
        assertThat(arrived.statistics()).isEqualTo(STATISTICS);
    }

    private static RemoteStatistics read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (RemoteStatistics) in.readObject();
        }
    }

    /** It leaves the last component out, which is null then. */
    @Test
    void aHostOfAnOlderVersionDoesNotSayWhoStoppedAGroup() {
        RemoteStatistics now = RemoteStatistics.of(SurrogateState.ACTIVE, STATISTICS);
        RemoteStatistics old = new RemoteStatistics(now.state(), now.totals(), now.chains(), now.groups(), null);
        assertThat(old.statistics().groups())
                .extracting(GroupStatistics::retired)
                .containsExactly(false, true, true);
        assertThat(old.statistics().groups()).allMatch(group -> group.stopped().isEmpty());
    }

    @Test
    void aStopThatIsNoneIsRefused() {
        RemoteStatistics now = RemoteStatistics.of(SurrogateState.ACTIVE, STATISTICS);
        for (String stop : new String[] {"clara", "5", "5 ", "99999999999999999999 clara", "5 cl\na"}) {
            assertThatThrownBy(() -> new RemoteStatistics(
                            now.state(), now.totals(), now.chains(), now.groups(), new String[] {"", "", stop}))
                    .as(stop)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() ->
                        new RemoteStatistics(now.state(), now.totals(), now.chains(), now.groups(), new String[] {""}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
