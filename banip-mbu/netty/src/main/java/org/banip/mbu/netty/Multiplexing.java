package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.banip.mbu.spi.UplinkContext;

/** A version of HTTP whose connections carry several requests at once, each on a stream of its own. Any thread. */
interface Multiplexing {
    /** Names the protocol, and the port if it is not that of the base URL. */
    String name();

    /**
     * Begins to connect. The result is completed when requests may begin. Cancelling it ends the attempt.
     *
     * @param counted who counts the connection's bytes
     * @throws IOException if the broker's name is not known, or the settings do not allow this protocol
     */
    CompletableFuture<Channel> connect(
            UplinkContext user, EventLoopGroup loops, Supplier<UplinkContext.Traffic> counted) throws IOException;

    /** Whether new requests may begin on the connection. */
    boolean isUsable(Channel connection);

    /** Completed when the handshake is complete. Until then somebody on the way can repeat what is sent (docs/protocol.md, section 2.8). */
    default CompletableFuture<Void> confirmed(Channel connection) {
        return CompletableFuture.completedFuture(null);
    }

    /** How many streams one MBU may have at once. */
    int streamsOfOne();

    /** How many streams the broker allows on the connection at once. Empty if it has not told it. */
    OptionalInt allowedStreams(Channel connection);

    /** Opens a stream with an {@link AnswerReader} and completes the result with it, or closes the stream if that is too late. */
    void open(Channel connection, CompletableFuture<Channel> stream);

    /** Whether bytes that are lost on one stream delay no other stream. */
    default boolean hasIndependentStreams() {
        return false;
    }

    /** Sends what is written on a stream before what other streams of its connection have to send. */
    default void prefer(Channel stream) {}

    /** What tells whether the connection has gone on from another address since it was asked last. The connection's thread asks. */
    default BooleanSupplier addressChanged(Channel connection) {
        return () -> false;
    }

    /**
     * Begins to ask whether the path of a silent connection carries anything, if that costs less than another connection. The result is completed when it
     * does. Empty if another connection is to be made at once.
     */
    default Optional<SilentConnection.Another> probe(Channel connection, EventLoopGroup loops) {
        return Optional.empty();
    }

    /** How long nothing was read from the connection. */
    default long silentNanos(Channel connection) {
        return ByteCounter.silentNanos(connection);
    }
}
