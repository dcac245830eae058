package org.banip.measure.load.client;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * One MBU: registers on its data connection, sends one endless chunked request there, and hears acknowledgements on a second connection. After a
 * break it connects again and goes on behind what was acknowledged. Belongs to one loop.
 */
final class LoadMbu {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int MOST_DOUBLINGS = 10;

    private enum State {
        IDLE,
        REGISTERING,
        OPENING,
        READY,
        BROKEN,
        REFUSED
    }

    /** A connection and what is heard on it. */
    private record Way(LoadConnection connection, ServerAnswers answers) {
        void close() {
            answers.close();
            connection.close();
        }
    }

    private final LoopContext context;
    private final int number;
    private final String name;
    private final UUID session = UUID.randomUUID();
    private final PacketStream packets;

    private State state = State.IDLE;
    private boolean wasReady;
    private boolean counted;
    /** Whether the host holds its interconnect, as far as is known. */
    private boolean registered;

    private String surrogate = "";
    private long keepAliveNanos = TimeUnit.SECONDS.toNanos(5);
    private int missedKeepAlives = 3;

    private @Nullable Way data;
    private @Nullable Way reverse;
    private long stateNanos;
    private long lastHeardNanos;
    private long reconnectNanos;
    private int attempts;

    LoadMbu(LoopContext context, int number) {
        this.context = context;
        this.number = number;
        name = LoadSpecification.name(number);
        packets = new PacketStream(context, number);
    }

    /** Whether it is known how its first registration ended. */
    boolean settled() {
        return wasReady || state == State.REFUSED;
    }

    /** The times of the step are known. */
    void plan(LoadTimes times, long epochOffsetNanos) {
        packets.plan(times, epochOffsetNanos);
    }

    /** Nothing falls due from now on. */
    void endAt(long nanos) {
        packets.endAt(nanos);
    }

    /** When the next packet falls due that has not; {@code Long.MAX_VALUE} if none will. */
    long nextDueNanos(long now) {
        return state == State.REFUSED ? Long.MAX_VALUE : packets.nextDueNanos(now);
    }

    // --- Connecting -------------------------------------------------------------------------------------------------

    /** Registers. */
    void register(long now) {
        enter(State.REGISTERING, now);
        String document = RegistrationRequest.builder(session, context.ban.chain(), context.ban.description(name))
                .build()
                .toJson();
        byte[] request = context.registration(name, document);
        try {
            data = connect(new DataWay());
            data.connection().write(request, request.length);
        } catch (IOException e) {
            broken(ServerAnswers.BROKEN, now);
        }
    }

    private void enter(State entered, long now) {
        state = entered;
        stateNanos = now;
    }

    private Way connect(ServerAnswers.Owner owner) throws IOException {
        ServerAnswers answers = new ServerAnswers(owner);
        return new Way(context.connect(number, answers), answers);
    }

    private void registered(RegistrationAnswer answer, long now) throws IOException {
        if (!counted) {
            context.counters.registered.increment();
            counted = true;
        }
        registered = true;
        surrogate = answer.surrogate();
        keepAliveNanos = answer.keepAlive().toNanos();
        missedKeepAlives = answer.missedKeepAlives();
        open(now);
    }

    /** Begins both requests of a live interconnect; the data connection is there. */
    private void open(long now) throws IOException {
        enter(State.OPENING, now);
        byte[] head = context.data(surrogate, name);
        dataConnection().write(head, head.length);
        packets.begin();
        packets.writeKeepAlive(dataConnection(), now);
        byte[] request = context.reverse(surrogate, name);
        reverse = connect(new ReverseWay());
        reverse.connection().write(request, request.length);
    }

    private LoadConnection dataConnection() {
        if (data == null) {
            throw new IllegalStateException(name + " has no connection in state " + state);
        }
        return data.connection();
    }

    private void reconnect(long now) {
        if (!registered) {
            register(now);
            return;
        }
        try {
            data = connect(new DataWay());
            open(now);
        } catch (IOException e) {
            broken(ServerAnswers.BROKEN, now);
        }
    }

    private void heard(long now) {
        if (state == State.OPENING) {
            enter(State.READY, now);
            wasReady = true;
            attempts = 0;
            context.counters.ready.incrementAndGet();
        }
    }

    // --- Breaking ---------------------------------------------------------------------------------------------------

    private void broken(String why, long now) {
        close();
        if (!wasReady) {
            context.counters.refuse(why);
            enter(State.REFUSED, now);
            return;
        }
        if (state == State.READY) {
            context.counters.ready.decrementAndGet();
            context.counters.lost.increment();
        }
        context.counters.error(why);
        if (why.equals(ErrorCode.UNKNOWN_INTERCONNECT.token())) {
            registered = false;
        }
        enter(State.BROKEN, now);
        long most = Math.min(MOST_WAIT_NANOS, FIRST_WAIT_NANOS << Math.min(attempts, MOST_DOUBLINGS));
        reconnectNanos = now + (attempts == 0 ? 0 : (long) (context.random.nextDouble() * most));
        attempts++;
    }

    private void close() {
        if (data != null) {
            data.close();
        }
        if (reverse != null) {
            reverse.close();
        }
    }

    /** Connects at the next tick, whatever the back-off says. */
    void reconnectNow() {
        attempts = 0;
        reconnectNanos = Long.MIN_VALUE;
    }

    /** Ends it. */
    void end(LoadTimes times, long now) {
        close();
        if (state != State.REFUSED) {
            packets.end(times, now);
        }
    }

    // --- Sending ----------------------------------------------------------------------------------------------------

    /** Writes what is due, as far as the connection takes it. */
    void send(long now) {
        if (state == State.READY) {
            try {
                packets.write(dataConnection(), now);
            } catch (IOException e) {
                broken(ServerAnswers.BROKEN, now);
            }
        }
    }

    /** What has to be done from time to time: keep-alives, patience, connecting again. */
    void tick(long now) {
        switch (state) {
            case REGISTERING, OPENING -> {
                if (now - stateNanos > PATIENCE_NANOS) {
                    broken("no-answer", now);
                }
            }
            case BROKEN -> {
                if (!context.held && now >= reconnectNanos) {
                    reconnect(now);
                }
            }
            case READY -> keepAlive(now);
            default -> {
                // nothing to do
            }
        }
    }

    private void keepAlive(long now) {
        if (now - lastHeardNanos > missedKeepAlives * keepAliveNanos) {
            broken("silent-host", now);
        } else if (now - packets.lastWrittenNanos() > keepAliveNanos * 4 / 5
                && !dataConnection().backlogged()) {
            try {
                packets.writeKeepAlive(dataConnection(), now);
            } catch (IOException e) {
                broken(ServerAnswers.BROKEN, now);
            }
        }
    }

    // --- Hearing ----------------------------------------------------------------------------------------------------

    /** Carries the registration, then packets. */
    private final class DataWay implements ServerAnswers.Owner {
        @Override
        public void registered(String document) throws IOException {
            LoadMbu.this.registered(RegistrationAnswer.fromJson(document), System.nanoTime());
        }

        @Override
        public void frames(byte[] bytes, int offset, int length) {
            // of a request that the host ended: all of it comes on the reverse channel, too
        }

        @Override
        public void drained() {
            send(System.nanoTime());
        }

        @Override
        public void broken(String why) {
            LoadMbu.this.broken(why, System.nanoTime());
        }
    }

    /** Carries acknowledgements. */
    private final class ReverseWay implements ServerAnswers.Owner, FrameHandler {
        private final FrameDecoder decoder = new FrameDecoder(List.of(), new boolean[0], this, name);

        @Override
        public void registered(String document) {
            broken("malformed-answer");
        }

        @Override
        public void frames(byte[] bytes, int offset, int length) {
            decoder.feed(bytes, offset, length);
        }

        @Override
        public void drained() {
            // its only request is on its way
        }

        @Override
        public void broken(String why) {
            LoadMbu.this.broken(why, System.nanoTime());
        }

        @Override
        public void sequenced(Sequenced item) {
            throw new BanipException(ErrorCode.MALFORMED_FRAME, name + ": the host sent a packet");
        }

        @Override
        public void control(Control frame) {
            long now = System.nanoTime();
            lastHeardNanos = now;
            if (frame instanceof Control.Acknowledgement acknowledgement) {
                packets.acknowledged(acknowledgement.nextSequences()[0], now);
                heard(now);
                send(now);
            } else if (frame instanceof Control.ErrorReport error) {
                context.counters.error(ErrorCode.ofNumber(error.codeNumber())
                        .map(ErrorCode::token)
                        .orElse("number-" + error.codeNumber()));
            }
        }
    }
}
