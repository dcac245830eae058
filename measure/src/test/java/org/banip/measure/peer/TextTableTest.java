package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Text in columns. */
class TextTableTest {
    @Test
    void columnsAreAsWideAsWhatIsInThem() {
        TextTable grid = new TextTable();
        grid.add(List.of("", "TC", ""));
        grid.add(List.of("peer", "B/s", "exact"));
        grid.add(List.of("websocket", "2,150", "yes"));
        assertThat(grid.toLines())
                .containsExactly(
                        "              TC", //
                        "peer         B/s  exact",
                        "websocket  2,150    yes");
    }

    @Test
    void everyLineHasAllColumns() {
        TextTable grid = new TextTable();
        grid.add(List.of("peer", "B/s"));
        assertThatThrownBy(() -> grid.add(List.of("post"))).hasMessage("1 cells, but 2 columns");
    }
}
