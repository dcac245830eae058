package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.core.transcoding.spi.LinkConditions;
import org.junit.jupiter.api.Test;

class PacketLengthTest {
    private static final LinkConditions FULL = new LinkConditions(true, 0, 0, 0, 0, 0, true);

    private LinkConditions link = LinkConditions.UNKNOWN;
    private final PacketLength length = new PacketLength(() -> link);

    @Test
    void firstPacketIsShort() {
        assertThat(length.units(10, 100)).isEqualTo(10);
    }

    @Test
    void payloadIsAtLeastAsLongAsTheHeaders() {
        length.left(10, 16);
        assertThat(length.units(10, 100)).isEqualTo(40);
        assertThat(length.units(10, 30)).isEqualTo(30);
        length.left(10, 1000);
        assertThat(length.units(10, 100)).isEqualTo(10);
    }

    @Test
    void fixedLengthOfTheChainIsKept() {
        link = FULL;
        length.left(10, 16);
        assertThat(length.units(25, 25)).isEqualTo(25);
    }

    @Test
    void growsWhileTheLinkIsFullAndShrinksAfterwards() {
        link = FULL;
        assertThat(length.units(10, 1000)).isEqualTo(20);
        assertThat(length.units(10, 1000)).isEqualTo(40);
        assertThat(length.units(10, 1000)).isEqualTo(80);
        assertThat(length.units(10, 1000)).isEqualTo(80);
        link = LinkConditions.UNKNOWN;
        assertThat(length.units(10, 1000)).isEqualTo(60);
        for (int i = 0; i < 10; i++) {
            assertThat(length.units(10, 1000)).isBetween(10L, 60L);
        }
        assertThat(length.units(10, 1000)).isEqualTo(10);
    }
}
