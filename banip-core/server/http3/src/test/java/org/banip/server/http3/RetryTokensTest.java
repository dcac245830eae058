package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The proof of an address. */
class RetryTokensTest {
    private static final byte[] CONNECTION = {1, 2, 3, 4, 5, 6, 7, 8};
    private static final InetSocketAddress CLIENT = new InetSocketAddress("192.0.2.7", 5000);

    private final AtomicLong now = new AtomicLong(-1_000_000_000L);
    private final RetryTokens tokens = new RetryTokens(address -> true, now::get);

    private ByteBuf token() {
        ByteBuf token = Unpooled.buffer();
        assertThat(tokens.writeToken(token, Unpooled.wrappedBuffer(CONNECTION), CLIENT))
                .isTrue();
        assertThat(token.readableBytes()).isLessThanOrEqualTo(tokens.maxTokenLength());
        return token;
    }

    @Test
    void aTokenIsGoodForItsAddressAndEndsWithTheConnectionId() {
        ByteBuf token = token();

        int offset = tokens.validateToken(token, CLIENT);

        byte[] id = new byte[token.readableBytes() - offset];
        token.getBytes(offset, id);
        assertThat(id).isEqualTo(CONNECTION);
    }

    @Test
    void itIsGoodForNoOtherAddressOrPort() {
        ByteBuf token = token();

        assertThat(tokens.validateToken(token, new InetSocketAddress("192.0.2.8", 5000)))
                .isEqualTo(-1);
        assertThat(tokens.validateToken(token, new InetSocketAddress("192.0.2.7", 5001)))
                .isEqualTo(-1);
    }

    @Test
    void itIsGoodForTenSeconds() {
        ByteBuf token = token();
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(tokens.validateToken(token, CLIENT)).isPositive();
        now.incrementAndGet();
        assertThat(tokens.validateToken(token, CLIENT)).isEqualTo(-1);
    }

    @Test
    void aBitThatWasChangedMakesItWorthless() {
        ByteBuf token = token();
        for (int i = 0; i < token.readableBytes(); i++) {
            ByteBuf forged = token.copy();
            forged.setByte(i, forged.getByte(i) ^ 1);
            assertThat(tokens.validateToken(forged, CLIENT)).as("byte %d", i).isEqualTo(-1);
        }
        assertThat(tokens.validateToken(token.copy(0, 39), CLIENT)).isEqualTo(-1);
        assertThat(new RetryTokens(address -> true, now::get).validateToken(token, CLIENT))
                .isEqualTo(-1);
    }

    @Test
    void noneIsAskedForWhileFewHandshakesAreUnderWay() {
        ByteBuf token = Unpooled.buffer();
        assertThat(new RetryTokens(address -> false).writeToken(token, Unpooled.wrappedBuffer(CONNECTION), CLIENT))
                .isFalse();
        assertThat(token.readableBytes()).isZero();
    }
}
