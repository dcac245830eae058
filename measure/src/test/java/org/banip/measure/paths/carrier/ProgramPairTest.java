package org.banip.measure.paths.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.measure.paths.scenario.Workload;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both ends of each program over loopback. Where the environment says {@code BANIP_TEST_PEERS=required}, that of SCTP must be there. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProgramPairTest {
    private static final List<String> LOOPBACK =
            List.of(InetAddress.getLoopbackAddress().getHostAddress());
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int BYTES = 300_000;

    @TempDir
    private Path folder;

    private ProgramPair connect(BaselineProgram program, Workload work) throws Exception {
        boolean required = program == BaselineProgram.SCTP && "required".equals(System.getenv("BANIP_TEST_PEERS"));
        if (!required) {
            assumeThat(program.missing()).as("what is missing").isEmpty();
        }
        ProgramPair.Job job = new ProgramPair.Job(
                program, List.of(), work, Duration.ofMinutes(1), folder, folder.resolve("arrivals.csv"));
        return ProgramPair.connect(job, end(), end());
    }

    private static ProgramPair.End end() throws IOException {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(free.getLocalPort());
            return new ProgramPair.End(ProcessBuilder::start, LOOPBACK, List.of("--port", port));
        }
    }

    private long arrived() throws IOException {
        return Files.readAllLines(folder.resolve("arrivals.csv")).stream()
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(',') + 1)))
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void aTransferArrivesByteForByte(BaselineProgram program) throws Exception {
        try (ProgramPair pair = connect(program, Workload.bulk(BYTES))) {
            pair.go();
            assertThat(pair.exact(PATIENCE)).isTrue();
        }
        assertThat(arrived()).isEqualTo(BYTES);
    }

    @ParameterizedTest
    @EnumSource
    void aSteadyLoadComesInManyPieces(BaselineProgram program) throws Exception {
        Workload work = Workload.alarms(Duration.ofSeconds(1));
        try (ProgramPair pair = connect(program, work)) {
            pair.go();
            assertThat(pair.exact(PATIENCE)).isTrue();
        }
        assertThat(arrived()).isEqualTo(work.bytes());
        assertThat(Files.readAllLines(folder.resolve("arrivals.csv"))).hasSizeGreaterThan(3);
    }

    /** A load that nobody begins to send. */
    @ParameterizedTest
    @EnumSource
    void anEndThatSaysNothingIsNamed(BaselineProgram program) throws Exception {
        try (ProgramPair pair = connect(program, Workload.bulk(BYTES))) {
            assertThatThrownBy(() -> pair.exact(Duration.ofMillis(200)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not say 'received'");
        }
    }
}
