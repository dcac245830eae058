package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink.PolledBody;

/**
 * The registration of a new session that goes before the frames of an exchange, which do not wait for its answer (docs/protocol.md, section 3.1).
 * Belongs to the thread of the exchange.
 */
final class EarlyRegistration {
    /** Enough for what a host says in the moment between its answers on several streams. */
    private static final int MOST_HELD = 64 << 10;

    private final FrameSource.Registration registration;
    private final Carriage carriage;
    private final Deque<Carriage.Role> waiting = new ArrayDeque<>();
    private int held;
    private boolean answered;

    /** A registration that was not sent. If it is refused, it ends the carriage. */
    EarlyRegistration(FrameSource.Registration registration, Carriage carriage) {
        this.registration = registration;
        this.carriage = carriage;
    }

    /** Writes it on a channel, without a flush. */
    void write(Channel channel, Requests requests) throws IOException {
        CompletableFuture<String> document = new CompletableFuture<>();
        AnswerReader.of(channel)
                .expect(new DocumentAnswer(NettyUplink.CREATED, Protocol.JSON_TYPE, "registration", document));
        Channels.write(channel, requests.registration(registration.document()));
        Channels.whenDone(document, (text, failure) -> {
            try {
                if (failure != null) {
                    carriage.fail(failure);
                } else if (!carriage.isOver()) {
                    registration.answered(text);
                    answered = true;
                    goOn();
                }
            } catch (Throwable e) {
                carriage.fail(e);
            }
        });
    }

    private void goOn() throws IOException {
        for (Carriage.Role action = waiting.poll(); action != null && !carriage.isOver(); action = waiting.poll()) {
            action.run();
        }
    }

    /** Ends the carriage if there is no answer within this time, though the host is heard on other streams. */
    void endUnlessAnsweredWithin(Duration time) {
        carriage.after(time.toMillis(), () -> {
            if (!answered) {
                carriage.fail(new SocketTimeoutException(
                        "the registration was not answered within " + time.toMillis() + " ms"));
            }
        });
    }

    /** Marks a request as one that waits for the registration at the broker or the host. */
    static void await(HttpRequest request) {
        request.headers().set(Protocol.AWAIT_HEADER, Protocol.AWAIT_REGISTRATION);
    }

    /** Whether it is answered as foreseen. */
    boolean isAnswered() {
        return answered;
    }

    /** Does something when the registration is answered as foreseen; at once if it is already. What waits is done in order. */
    void whenAnswered(Carriage.Role action) throws IOException {
        if (answered) {
            action.run();
        } else {
            waiting.add(action);
        }
    }

    /**
     * The host's frames that come on another stream than the answer to the registration, which they may overtake. They wait for it: the answer says
     * where the store begins, and an acknowledgement before it would look like a loss.
     */
    PolledBody.HostFrames hold(PolledBody.HostFrames frames) {
        return new PolledBody.HostFrames() {
            @Override
            public void feed(byte[] bytes, int offset, int length) {
                if (answered) {
                    frames.feed(bytes, offset, length);
                } else {
                    keep(Arrays.copyOfRange(bytes, offset, offset + length), frames);
                }
            }

            @Override
            public void end() {
                if (answered) {
                    frames.end();
                } else {
                    waiting.add(frames::end);
                }
            }
        };
    }

    private void keep(byte[] bytes, PolledBody.HostFrames frames) {
        held += bytes.length;
        if (held > MOST_HELD) {
            carriage.fail(new IOException("the host sent " + held + " bytes before it answered the registration"));
        } else {
            waiting.add(() -> frames.feed(bytes, 0, bytes.length));
        }
    }
}
