package org.banip.server.http3;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicTokenHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Lets a client prove its address before it costs more than a datagram (RFC 9000, section 8.1.2), but only while many handshakes are under way or
 * there is no room: a proof costs a round trip, and early data with it. A token is a time, an HMAC-SHA-256 of time, address, port and connection id,
 * and the connection id. The QUIC thread only.
 */
final class RetryTokens implements QuicTokenHandler {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAC_BYTES = 32;
    private static final int HEAD_BYTES = Long.BYTES + MAC_BYTES;
    private static final long VALID_NANOS = Duration.ofSeconds(10).toNanos();

    private final Predicate<InetAddress> wanted;
    private final LongSupplier nanoClock;
    private final Mac mac;

    RetryTokens(Predicate<InetAddress> wanted) {
        this(wanted, System::nanoTime);
    }

    RetryTokens(Predicate<InetAddress> wanted, LongSupplier nanoClock) {
        this.wanted = wanted;
        this.nanoClock = nanoClock;
        byte[] key = new byte[MAC_BYTES];
        new SecureRandom().nextBytes(key);
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }

    @Override
    public boolean writeToken(ByteBuf out, ByteBuf connectionId, InetSocketAddress client) {
        if (!wanted.test(client.getAddress())) {
            return false;
        }
        byte[] id = new byte[connectionId.readableBytes()];
        connectionId.getBytes(connectionId.readerIndex(), id);
        long now = nanoClock.getAsLong();
        out.writeLong(now).writeBytes(mac(now, client, id)).writeBytes(id);
        return true;
    }

    @Override
    public int validateToken(ByteBuf token, InetSocketAddress client) {
        if (token.readableBytes() < HEAD_BYTES) {
            return -1;
        }
        byte[] seen = new byte[token.readableBytes()];
        token.getBytes(token.readerIndex(), seen);
        long made = ByteBuffer.wrap(seen).getLong();
        byte[] right = mac(made, client, Arrays.copyOfRange(seen, HEAD_BYTES, seen.length));
        boolean ours = MessageDigest.isEqual(right, Arrays.copyOfRange(seen, Long.BYTES, HEAD_BYTES));
        return ours && nanoClock.getAsLong() - made <= VALID_NANOS ? HEAD_BYTES : -1;
    }

    private byte[] mac(long time, InetSocketAddress client, byte[] connectionId) {
        byte[] address = client.getAddress().getAddress();
        mac.update(ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES)
                .putLong(time)
                .putInt(client.getPort())
                .putInt(address.length)
                .flip());
        mac.update(address);
        return mac.doFinal(connectionId);
    }

    @Override
    public int maxTokenLength() {
        return HEAD_BYTES + Quic.MAX_CONN_ID_LEN;
    }
}
