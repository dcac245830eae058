package org.banip.gateway.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.banip.gateway.settings.GatewayLimits;
import org.junit.jupiter.api.Test;

class ConnectionBoundTest {
    /** Two from each address. */
    private final ConnectionBound bound = new ConnectionBound(GatewayLimits.DEFAULTS.connections(8));

    @Test
    void anAddressHasNoMoreThanItsShare() throws Exception {
        EmbeddedChannel first = new EmbeddedChannel();
        assertThat(bound.enter(first, address(1))).isTrue();
        assertThat(bound.enter(new EmbeddedChannel(), address(1))).isTrue();
        assertThat(bound.enter(new EmbeddedChannel(), address(1))).isFalse();
        var unused = first.close();
        assertThat(bound.enter(new EmbeddedChannel(), address(1))).isTrue();
    }

    @Test
    void theOldestWithoutLogInOfTheAddressWithMostGivesWay() throws Exception {
        EmbeddedChannel single = entered(1);
        EmbeddedChannel proven = entered(2);
        bound.proven(proven);
        EmbeddedChannel oldest = entered(2);
        EmbeddedChannel[] pairs = {entered(3), entered(3), entered(4), entered(4), entered(5)};
        assertThat(bound.enter(new EmbeddedChannel(), address(6))).isTrue();
        assertThat(pairs[0].isOpen()).isFalse();
        assertThat(bound.enter(new EmbeddedChannel(), address(6))).isTrue();
        assertThat(pairs[2].isOpen()).isFalse();
        assertThat(bound.enter(new EmbeddedChannel(), address(7))).isTrue();
        assertThat(single.isOpen()).as("address 6 has most").isTrue();
        assertThat(oldest.isOpen()).isTrue();
        assertThat(proven.isOpen()).isTrue();
    }

    @Test
    void whoHasLoggedInDoesNotGiveWay() throws Exception {
        for (int n = 0; n < 8; n++) {
            bound.proven(entered(n));
        }
        assertThat(bound.enter(new EmbeddedChannel(), address(8))).isFalse();
    }

    private EmbeddedChannel entered(int from) throws UnknownHostException {
        EmbeddedChannel channel = new EmbeddedChannel();
        assertThat(bound.enter(channel, address(from))).isTrue();
        return channel;
    }

    private static InetAddress address(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    }
}
