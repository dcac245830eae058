package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannel;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NetworkSocketsTest {
    /** An MBU connects again after an {@link IOException}; any other exception would end it. */
    @Test
    void connectionThatIsClosedAlreadyIsABreak() {
        assumeTrue(Epoll.isAvailable(), "only Netty's epoll sockets have this option");
        Channel channel = new EpollSocketChannel();
        channel.unsafe().closeForcibly();
        assertThatThrownBy(() -> NetworkSockets.giveUpAfter(channel, Duration.ofSeconds(15)))
                .isInstanceOf(IOException.class)
                .hasMessage("the connection was closed");
    }
}
