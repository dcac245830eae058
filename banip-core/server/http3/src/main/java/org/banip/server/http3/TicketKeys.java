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
 * made with them. They live as long as the process. Where clients show certificates, each connection gets a key of its own, so that no session is
 * resumed: it would have the certificate of the connection before, even if the client has got another one since. Any thread.
 */
final class TicketKeys {
    private static final Duration LIFE = Duration.ofHours(6);
    private static final int KEPT = 4;

    private final long lifeNanos;
    private final int kept;
    private final SecureRandom random = new SecureRandom();
    private final LongSupplier nanoClock;
    private final List<SslSessionTicketKey> keys = new ArrayList<>();
    private long madeNanos;
    private @Nullable QuicSslSessionContext served;

    private TicketKeys(Duration life, int kept, LongSupplier nanoClock) {
        lifeNanos = life.toNanos();
        this.kept = kept;
        this.nanoClock = nanoClock;
    }

    /** Keys of which each serves many connections. */
    static TicketKeys lasting(LongSupplier nanoClock) {
        return new TicketKeys(LIFE, KEPT, nanoClock);
    }

    /** Keys of which each serves one connection. */
    static TicketKeys ofOneConnection(LongSupplier nanoClock) {
        return new TicketKeys(Duration.ZERO, 1, nanoClock);
    }

    /** Gives a context the keys of now, if it has not got them. To be called before each connection. */
    synchronized void renew(QuicSslSessionContext context) {
        long now = nanoClock.getAsLong();
        boolean due = keys.isEmpty() || now - madeNanos >= lifeNanos;
        if (due) {
            keys.add(
                    0,
                    new SslSessionTicketKey(
                            bytes(SslSessionTicketKey.NAME_SIZE),
                            bytes(SslSessionTicketKey.HMAC_KEY_SIZE),
                            bytes(SslSessionTicketKey.AES_KEY_SIZE)));
            while (keys.size() > kept) {
                keys.remove(kept);
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
