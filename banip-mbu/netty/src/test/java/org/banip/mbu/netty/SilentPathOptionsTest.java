package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.Test;

/** What the kernel is told about a path that does not answer. */
class SilentPathOptionsTest {
    /** Also before the first exchange, for a registration. */
    @Test
    void theKernelGivesUpAConnectionOfHttp2WhoseBytesAreNotAcknowledged() throws Exception {
        assumeTrue(Epoll.isAvailable(), "only Netty's epoll sockets have this option");
        onConnection(connection -> assertThat(connection.config().getOption(EpollChannelOption.TCP_USER_TIMEOUT))
                .isEqualTo(7000));
    }

    @Test
    void theKernelTriesAtLeastEveryTwoSecondsOnAFastPath() throws Exception {
        assumeTrue(RetryLimit.isAvailable(), "only Linux 6.15 and newer have this option");
        onConnection(connection -> assertThat(RetryLimit.millis(connection)).isGreaterThanOrEqualTo(2000));
    }

    @Test
    void theKernelTriesToConnectEverySecond() {
        assumeTrue(RetryLimit.isAvailable(), "only Linux 6.15 and newer have this option");
        EpollSocketChannel channel = new EpollSocketChannel();
        try {
            RetryLimit.whileConnecting(channel, Duration.ofSeconds(10));
            assertThat(RetryLimit.millis(channel)).isEqualTo(1000);
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    @Test
    void aSlowPathIsNotTakenForALostOne() {
        assumeTrue(RetryLimit.isAvailable(), "only Linux 6.15 and newer have this option");
        EpollSocketChannel channel = new EpollSocketChannel();
        try {
            RetryLimit.connected(channel, Duration.ofMillis(2500).toNanos());
            assertThat(RetryLimit.millis(channel)).isEqualTo(7500);
            RetryLimit.connected(channel, Duration.ofMinutes(2).toNanos());
            assertThat(RetryLimit.millis(channel)).isEqualTo(120_000);
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    /** A SYN that was sent again does not make the path slow. */
    @Test
    void theRoundTripOfTheKernelCountsAndNotTheTimeOfTheHandshake() throws Exception {
        assumeTrue(RetryLimit.isAvailable(), "only Linux 6.15 and newer have this option");
        onConnection(connection -> {
            RetryLimit.connected(connection, Duration.ofMinutes(2).toNanos());
            assertThat(RetryLimit.millis(connection)).isLessThan(120_000);
        });
    }

    private static void onConnection(Consumer<Channel> check) throws Exception {
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
                check.accept(uplink.connecting().get(60, TimeUnit.SECONDS));
            } finally {
                uplink.close();
            }
        }
    }
}
