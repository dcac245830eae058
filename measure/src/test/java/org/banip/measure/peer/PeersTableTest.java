package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of outcomes made up. */
class PeersTableTest {
    private static final LinkProfile LINK = LinkProfile.named("gprs-2slot");
    private static final RunSource SOURCE = new RunSource(Optional.empty(), Optional.empty(), Duration.ofSeconds(1), 1);

    @TempDir
    private Path folder;

    private PeersTable table(Set<RunKind> kinds, RunOutcome... outcomes) {
        PeersSettings settings = new PeersSettings(
                List.of("banip", "banip-persistent", "grpc", "zenoh"),
                kinds,
                List.of(LINK),
                SOURCE,
                0.15,
                RunTimes.USUAL,
                1,
                ResultsFolder.create(folder, Environment.here(1)),
                1);
        return new PeersTable(settings, new RunPlans(settings), List.of(outcomes), List.of("mqtt is left out"));
    }

    private static RunPlan plan(String peer, RunKind kind) {
        return new RunPlan(
                peer,
                kind,
                kind == RunKind.CPU ? Optional.empty() : Optional.of(LINK),
                SOURCE,
                kind == RunKind.CPU ? Double.POSITIVE_INFINITY : 1,
                Duration.ofSeconds(45),
                RunTimes.USUAL,
                1);
    }

    private static RunOutcome outcome(String peer, RunKind kind, boolean exact, double busy) {
        return new RunOutcome(
                plan(peer, kind),
                exact,
                1000,
                990,
                20,
                3,
                1,
                390,
                new DeliveryLog.Delay(0.25, 1, 1.01, 1.5, 1.6),
                new LinkBytes(1800, 1300),
                new LinkBytes(2970, 1980),
                new CpuWindow(10, 2, 1_000_000, 0.98),
                5,
                OptionalDouble.empty(),
                new MachineUse(busy, 1.5),
                "");
    }

    @Test
    void eachRunStandsInItsTable() {
        PeersTable table = table(
                EnumSet.of(RunKind.LOAD, RunKind.OUTAGE),
                outcome("banip", RunKind.LOAD, true, 0.2),
                outcome("grpc", RunKind.LOAD, true, 0.3),
                outcome("grpc", RunKind.OUTAGE, false, 0.9));
        assertThat(table.toLines())
                .containsExactly(
                        "",
                        "gprs-2slot (reno), load 390 B of sensor sets a second",
                        "       BDL, s                               B/set                set-up",
                        "peer      min   mean  median   99 %    max     up   down   both       B  exact",
                        "banip   0.250  1.000   1.010  1.500  1.600  3.000  2.000  5.000   3,100    yes",
                        "grpc    0.250  1.000   1.010  1.500  1.600  3.000  2.000  5.000   3,100    yes",
                        "zenoh       -      -       -      -      -      -      -      -       -      -",
                        "banip-persistent is not offered this load: it sends a packet a round trip",
                        "machine in load runs: busy 20.0 % to 30.0 %, load average 1.500",
                        "",
                        "gprs-2slot (reno), load 390 B of sensor sets a second, after 30 s without coverage",
                        "peer   lost  doubled  breaks  caught up, s  exact",
                        "banip     -        -       -             -      -",
                        "grpc     10        3       1           not     NO",
                        "zenoh     -        -       -             -      -",
                        "banip-persistent is not offered this load: it sends a packet a round trip",
                        "machine in outage runs: busy 90.0 %, load average 1.500;"
                                + " above 75.0 %: conclude nothing from its times",
                        "mqtt is left out");
        assertThat(table.exact()).isFalse();
    }

    @Test
    void whatFailedIsNamedAndNothingIsExactWithoutRuns() {
        RunOutcome failed = RunOutcome.failed(plan("grpc", RunKind.CPU), "no socket");
        assertThat(table(EnumSet.of(RunKind.CPU), failed).toLines())
                .contains(
                        "grpc                       -        -             -            -    -     NO",
                        "zenoh has no processor time here: most of it would be Python's",
                        "grpc, cpu, loopback: no socket");
        assertThat(table(EnumSet.of(RunKind.CPU)).exact()).isFalse();
    }
}
