package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.Test;

class UserTimeoutTest {
    /** Also before the first exchange, for a registration. */
    @Test
    void theKernelGivesUpAConnectionOfHttp2WhoseBytesAreNotAcknowledged() throws Exception {
        assumeTrue(Epoll.isAvailable(), "only Netty's epoll sockets have this option");
        HttpSettings settings =
                HttpSettings.builder().responseTimeout(Duration.ofSeconds(7)).build();
        try (TestHost host = TestHost.start();
                MultiplexingFront front = MultiplexingFront.before(host, "http2")) {
            UplinkContext context = new UplinkContext(
                    front.base(),
                    Credentials.none(),
                    settings,
                    SteadyClock.system(),
                    new UplinkContext.Traffic(),
                    "ban-1");
            StreamUplink uplink = new StreamUplink(context, new Http2Streams(unused -> {}));
            try {
                Channel connection = uplink.connecting().get(60, TimeUnit.SECONDS);
                assertThat(connection.config().getOption(EpollChannelOption.TCP_USER_TIMEOUT))
                        .isEqualTo(7000);
            } finally {
                uplink.close();
            }
        }
    }
}
