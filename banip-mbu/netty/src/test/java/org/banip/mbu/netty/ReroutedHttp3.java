package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/** {@code http3} uplinks that notice another address when a test says so, because loopback has no other one. Any thread. */
public final class ReroutedHttp3 implements UplinkFactory {
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger noticed = new AtomicInteger();
    private final AtomicInteger failing = new AtomicInteger();

    /** Reports that the address has changed, and lets the next streams fail, as many as the parameter says. */
    public void change(int failingStreams) {
        failing.set(failingStreams);
        changes.incrementAndGet();
    }

    /** How many changes an uplink has noticed. */
    public int noticed() {
        return noticed.get();
    }

    /** How many streams have still to fail. */
    public int failing() {
        return failing.get();
    }

    @Override
    public String name() {
        return "http3";
    }

    @Override
    public String description() {
        return "http3 with changes of the address that a test makes";
    }

    @Override
    public Uplink open(UplinkContext context) {
        return new StreamUplink(context, new Rerouted(new Http3Streams(context)));
    }

    private final class Rerouted implements Multiplexing {
        private final Multiplexing real;

        Rerouted(Multiplexing real) {
            this.real = real;
        }

        @Override
        public String name() {
            return real.name();
        }

        @Override
        public CompletableFuture<Channel> connect(
                UplinkContext user, EventLoopGroup loops, Supplier<UplinkContext.Traffic> counted) throws IOException {
            return real.connect(user, loops, counted);
        }

        @Override
        public boolean isUsable(Channel connection) {
            return real.isUsable(connection);
        }

        @Override
        public CompletableFuture<Void> confirmed(Channel connection) {
            return real.confirmed(connection);
        }

        @Override
        public int streamsOfOne() {
            return real.streamsOfOne();
        }

        @Override
        public OptionalInt allowedStreams(Channel connection) {
            return real.allowedStreams(connection);
        }

        @Override
        public void open(Channel connection, CompletableFuture<Channel> stream) {
            if (failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                stream.completeExceptionally(new IOException("no stream, as the test wants it"));
            } else {
                real.open(connection, stream);
            }
        }

        @Override
        public boolean hasIndependentStreams() {
            return real.hasIndependentStreams();
        }

        @Override
        public void prefer(Channel stream) {
            real.prefer(stream);
        }

        @Override
        public BooleanSupplier addressChanged(Channel connection) {
            return () -> {
                boolean changed = changes.getAndSet(0) > 0;
                if (changed) {
                    noticed.incrementAndGet();
                }
                return changed;
            };
        }

        @Override
        public long silentNanos(Channel connection) {
            return real.silentNanos(connection);
        }
    }
}
