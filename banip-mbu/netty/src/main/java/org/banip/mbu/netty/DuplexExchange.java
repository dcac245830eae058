package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.FrameSource;

/**
 * One duplex request and its answer, on a connection of HTTP/1.1 (docs/protocol.md, section 4.2), and the registration before it if there is one
 * (section 3.1). Belongs to the channel's thread, except for {@link #carry} and what is volatile.
 */
final class DuplexExchange {
    private final Channel channel;
    private final FrameSource source;
    private final Requests requests;
    private final long patienceMillis;
    private final Carriage carriage;
    private final FramePump pump;
    private final FramesAnswer answer;

    private volatile boolean inOrder;
    private volatile boolean unanswerable;

    DuplexExchange(Channel channel, FrameSource source, Requests requests, HttpSettings settings, long patienceMillis) {
        this.channel = channel;
        this.source = source;
        this.requests = requests;
        this.patienceMillis = patienceMillis;
        carriage = new Carriage(channel, source);
        pump = new FramePump(channel, source, settings, carriage::fail, carriage::writeFailed);
        answer = new FramesAnswer("duplex request", source.hostFrames(), new End());
    }

    /** Carries frames until the end. */
    void carry() throws IOException, InterruptedException {
        carriage.begin(this::begin);
        try {
            carriage.await();
        } finally {
            channel.eventLoop().execute(this::end);
        }
    }

    private void begin() {
        Optional<FrameSource.Registration> first = source.registration();
        HttpRequest duplex = requests.endless(source.surrogate() + "/" + Protocol.DUPLEX);
        if (first.isPresent()) {
            register(first.get());
            duplex.headers().set(Protocol.AWAIT_HEADER, Protocol.AWAIT_REGISTRATION);
        } else {
            expectAnswer();
        }
        AnswerReader.of(channel).expect(answer);
        Channels.write(channel, duplex);
        pump.begin();
    }

    private void register(FrameSource.Registration registration) {
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
                    expectAnswer();
                }
            } catch (Throwable e) {
                carriage.fail(e);
            }
        });
        carriage.endWhenSilent(() -> answer);
    }

    /** The host answers at once. If no frame comes, something between holds the answer back, unless the path itself is broken. */
    private void expectAnswer() {
        carriage.endWhenSilent(() -> answer);
        carriage.after(patienceMillis, this::checkHeard);
    }

    private void checkHeard() {
        if (answer.heard()) {
            return;
        }
        if (NetworkSockets.hasArrived(channel)) {
            unanswerable = true;
            carriage.fail(new IOException(
                    "the answer was held back for " + patienceMillis + " ms; uses two connections from now on"));
        } else {
            carriage.after(patienceMillis, this::checkHeard);
        }
    }

    private void end() {
        carriage.end();
        pump.stop();
    }

    /** Whether both bodies have ended in order, so that the connection can be used again. */
    boolean endedInOrder() {
        return inOrder;
    }

    /** Whether the way to the host does not allow an answer while the request flows. */
    boolean isUnanswerable() {
        return unanswerable;
    }

    private final class End implements FramesAnswer.Listener {
        @Override
        public void ended() throws IOException {
            inOrder = pump.ended();
            carriage.answered();
        }

        @Override
        public void refused(int status, Exception error) {
            carriage.refused();
            unanswerable |= isOfTheWay(status, error);
        }

        /** A broker or host that tells another error than this one knows the resource, and nothing before it has refused the request. */
        private boolean isOfTheWay(int status, Exception error) {
            if (error instanceof BanipException told) {
                return told.code() == ErrorCode.MALFORMED_REQUEST;
            }
            return status == 404 || status == 405 || status == 411 || status == 501;
        }

        @Override
        public void failed(Throwable reason) {
            carriage.fail(reason);
        }
    }
}
