package org.banip.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.banip.gateway.session.BanIntake.GridSets;
import org.banip.mbu.spi.SensorInput.GridUnit;
import org.junit.jupiter.api.Test;

class GridSetsTest {
    private static final GridUnit FIRST = new GridUnit(0, 0);

    @Test
    void thereIsAtLeastOneAndAName() {
        assertThat(new GridSets("ecg", "a", FIRST, new int[] {1}).values()).containsExactly(1);
        assertThatThrownBy(() -> new GridSets("ecg", "a", FIRST, new int[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GridSets("ecg", "", FIRST, new int[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
