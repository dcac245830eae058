package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.FrameSource;

/**
 * The registration of a new session that goes before the frames of an exchange, which do not wait for its answer (docs/protocol.md, section 3.1).
 * Belongs to the thread of the exchange.
 */
final class EarlyRegistration {
    private final FrameSource.Registration registration;
    private final Carriage carriage;
    private final List<Runnable> waiting = new ArrayList<>();
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
                } else {
                    registration.answered(text);
                    answered = true;
                    waiting.forEach(Runnable::run);
                }
            } catch (Throwable e) {
                carriage.fail(e);
            }
        });
    }

    /** Marks a request as one that waits for the registration at the broker or the host. */
    static void await(HttpRequest request) {
        request.headers().set(Protocol.AWAIT_HEADER, Protocol.AWAIT_REGISTRATION);
    }

    /** Does something when the registration is answered as foreseen; at once if it is already. */
    void whenAnswered(Runnable action) {
        if (answered) {
            action.run();
        } else {
            waiting.add(action);
        }
    }
}
