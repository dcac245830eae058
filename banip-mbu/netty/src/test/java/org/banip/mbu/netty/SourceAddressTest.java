package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which answers of the system are another address. */
class SourceAddressTest {
    private static final SocketAddress A = new InetSocketAddress("192.0.2.1", 0);
    private static final SocketAddress B = new InetSocketAddress("192.0.2.2", 0);

    private @Nullable SocketAddress present = A;
    private long nowNanos = Long.MAX_VALUE - 1; // the clock's numbers may overflow
    private int asked;

    private SourceAddress begin() {
        return new SourceAddress(
                () -> {
                    asked++;
                    return present;
                },
                () -> nowNanos);
    }

    /** Whether a change is noticed when the system is asked again. */
    private boolean changed(SourceAddress address, @Nullable SocketAddress next) {
        present = next;
        nowNanos += TimeUnit.MILLISECONDS.toNanos(500);
        return address.getAsBoolean();
    }

    @Test
    void anotherAddressIsNoticedOnce() {
        SourceAddress address = begin();
        assertThat(changed(address, A)).isFalse();
        assertThat(changed(address, B)).isTrue();
        assertThat(changed(address, B)).isFalse();
        assertThat(changed(address, A)).isTrue();
    }

    @Test
    void theSameAddressAfterNoneIsNoChange() {
        SourceAddress address = begin();
        assertThat(changed(address, null)).isFalse();
        assertThat(changed(address, A)).isFalse();
    }

    @Test
    void anotherAddressAfterNoneIsAChange() {
        SourceAddress address = begin();
        assertThat(changed(address, null)).isFalse();
        assertThat(changed(address, B)).isTrue();
    }

    @Test
    void theFirstAddressIsNoChange() {
        present = null;
        SourceAddress address = begin();
        assertThat(changed(address, A)).isFalse();
        assertThat(changed(address, B)).isTrue();
    }

    @Test
    void theSystemIsAskedAtMostTwiceASecond() {
        SourceAddress address = begin();
        nowNanos += TimeUnit.MILLISECONDS.toNanos(499);
        present = B;
        assertThat(address.getAsBoolean()).isFalse();
        assertThat(asked).isOne();
        nowNanos += TimeUnit.MILLISECONDS.toNanos(1);
        assertThat(address.getAsBoolean()).isTrue();
        assertThat(address.getAsBoolean()).isFalse();
        assertThat(asked).isEqualTo(2);
    }
}
