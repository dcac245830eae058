package org.banip.measure.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final List<Transfer> TRANSFERS =
            List.of(new Transfer.OfPage(212), new Transfer.OfAlarm(false), new Transfer.OfAlarm(true));

    @Test
    void eachVersionHasEachRepeatOnceExceptEarlyDataWithoutASession() {
        List<Turn> turns = Turn.plan(TRANSFERS, 20);
        assertThat(turns).doesNotHaveDuplicates();
        Map<String, Long> counts = turns.stream()
                .collect(Collectors.groupingBy(
                        turn -> turn.transfer().token() + " " + turn.protocol().token(), Collectors.counting()));
        assertThat(counts).hasSize(11).doesNotContainKey("alarm-fresh http3-0rtt");
        assertThat(counts.values()).containsOnly(20L);
    }

    @Test
    void theVersionChangesAfterTwoLoads() {
        List<Turn> turns = Turn.plan(TRANSFERS.subList(0, 1), 8);
        for (int i = 0; i < turns.size(); i += 2) {
            assertThat(turns.get(i + 1).protocol()).isEqualTo(turns.get(i).protocol());
            if (i > 0) {
                assertThat(turns.get(i).protocol())
                        .isNotEqualTo(turns.get(i - 1).protocol());
            }
        }
        assertThat(List.of(0, 8, 16, 24))
                .as("each version begins once")
                .extracting(i -> turns.get(i).protocol())
                .containsExactlyInAnyOrder(Protocol.values());
    }

    @Test
    void anOddNumberOfRepeatsIsRefused() {
        StudiedLink link = new StudiedLink(2, 20, 0, "cubic");
        assertThatThrownBy(() -> new HttpSettings(List.of(link), TRANSFERS, 3, 1, 1))
                .hasMessageContaining("3 repeats");
        assertThatThrownBy(() -> new StudiedLink(2, 20, 0, "vegas")).hasMessageContaining("vegas");
    }
}
