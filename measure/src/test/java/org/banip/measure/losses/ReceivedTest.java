package org.banip.measure.losses;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.measure.losses.process.Numbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How losses are counted. */
class ReceivedTest {
    @Test
    void whatIsMissingBehindADeclaredGapIsTold() {
        Received received = new Received();
        List.of(1L, 2L).forEach(received::add);
        received.declareGap();
        List.of(5L, 6L, 8L, 6L).forEach(received::add);

        LossResult result = result(received, List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), List.of(1L, 2L, 3L, 7L));

        assertThat(result.accepted()).isEqualTo(8);
        assertThat(result.lost()).as("3, 4 and 7").isEqualTo(3);
        assertThat(result.told()).as("3 and 4").isEqualTo(2);
        assertThat(result.confirmed()).isEqualTo(4);
        assertThat(result.lostConfirmed()).as("3 and 7").isEqualTo(2);
        assertThat(result.doubled()).as("6").isEqualTo(1);
        assertThat(result.kept()).isFalse();
    }

    @Test
    void whatIsMissingAtTheEndIsToldOnlyByAGapThere() {
        Received received = new Received();
        received.add(1);
        assertThat(result(received, List.of(1L, 2L), List.of(1L)).told()).isZero();
        received.declareGap();
        assertThat(result(received, List.of(1L, 2L), List.of(1L)).told()).isEqualTo(1);
    }

    @Test
    void whatIsConfirmedWasAcceptedEvenIfTheSenderWasKilledBetweenBothFiles() {
        Received received = new Received();
        received.add(1);
        LossResult result = result(received, List.of(), List.of(1L));
        assertThat(result.accepted()).isEqualTo(1);
        assertThat(result.kept()).isTrue();
    }

    @Test
    void aNumberThatWasBegunWhenItsProcessWasKilledIsCutOff(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("numbers");
        Files.write(file, new byte[] {0, 0, 0, 0, 0, 0, 0, 7, 0, 0});
        try (Numbers numbers = Numbers.open(file)) {
            numbers.add(8, true);
        }
        assertThat(Numbers.read(file)).containsExactly(7L, 8L);
    }

    private static LossResult result(Received received, List<Long> accepted, List<Long> confirmed) {
        return LossResult.of(Product.BANIP, LossFault.OUTAGE, accepted, confirmed, received, 0, "");
    }
}
