package org.banip.server.http3;

import io.netty.handler.codec.quic.QuicSslSessionContext;
import io.netty.handler.codec.quic.SslSessionTicketKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys that session tickets are encrypted with. A new one is made every six hours; those of the last day still open the tickets that were
 * made with them. They live as long as the process. Any thread.
 */
final class TicketKeys {
    private static final long LIFE_NANOS = Duration.ofHours(6).toNanos();
    private static final int KEPT = 4;

    private final SecureRandom random = new SecureRandom();
    private final LongSupplier nanoClock;
    private final List<SslSessionTicketKey> keys = new ArrayList<>();
    private long madeNanos;
    private @Nullable QuicSslSessionContext served;

    TicketKeys(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Gives a context the keys of now, if it has not got them. */
    synchronized void renew(QuicSslSessionContext context) {
        long now = nanoClock.getAsLong();
        boolean due = keys.isEmpty() || now - madeNanos >= LIFE_NANOS;
        if (due) {
            keys.add(
                    0,
                    new SslSessionTicketKey(
                            bytes(SslSessionTicketKey.NAME_SIZE),
                            bytes(SslSessionTicketKey.HMAC_KEY_SIZE),
                            bytes(SslSessionTicketKey.AES_KEY_SIZE)));
            while (keys.size() > KEPT) {
                keys.remove(KEPT);
            }
            madeNanos = now;
        }
        if (due || served != context) {
            context.setTicketKeys(keys.toArray(SslSessionTicketKey[]::new));
            served = context;
        }
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
