package org.banip.server.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What gives way when there is no room. */
class ByNetworkTest {
    private static final ClientNetwork ONE = new ClientNetwork("one");
    private static final ClientNetwork OTHER = new ClientNetwork("other");

    private final ByNetwork<String> open = new ByNetwork<>();

    @Test
    void theOldestOfTheNetworkThatHasMostIsFirst() {
        open.add(OTHER, "x");
        open.add(ONE, "a");
        open.add(ONE, "b");
        open.add(ONE, "b");
        assertThat(open.size()).isEqualTo(3);
        assertThat(open.takeBeyond(3)).isEmpty();
        assertThat(open.takeBeyond(2)).contains("a");
        open.add(OTHER, "y");
        open.add(OTHER, "z");
        assertThat(open.takeOldest()).contains("x");
        assertThat(open.takeOldest(ONE)).contains("b");
        assertThat(open.takeOldest(ONE)).isEmpty();
        assertThat(open.takeOldest()).contains("y");
        assertThat(open.takeOldest()).contains("z");
        assertThat(open.takeOldest()).isEmpty();
        assertThat(open.size()).isZero();
    }

    @Test
    void whatComesBackIsTheNewest() {
        open.add(ONE, "a");
        open.add(ONE, "b");
        assertThat(open.remove(ONE, "a")).isTrue();
        assertThat(open.remove(ONE, "a")).isFalse();
        assertThat(open.remove(OTHER, "b")).isFalse();
        open.add(ONE, "a");
        assertThat(open.takeOldest()).contains("b");
    }
}
