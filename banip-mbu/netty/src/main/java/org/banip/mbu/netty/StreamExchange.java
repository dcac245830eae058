package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.PolledBody;

/**
 * Data requests and a reverse channel on streams of one connection, which have the same thread. Belongs to it, except for {@link #carry}.
 */
final class StreamExchange {
    /**
     * The streams of an exchange.
     *
     * @param alarms for a data request that has the alarms alone; empty if the only one has all
     * @param confirmed is completed when the connection's handshake is complete
     */
    record Streams(Channel reverse, Channel data, Optional<Channel> alarms, CompletableFuture<Void> confirmed) {}

    private final Streams streams;
    private final FrameSource source;
    private final Requests requests;
    private final HttpSettings settings;
    private final Carriage carriage;
    private final List<DataRequest> bodies = new ArrayList<>();
    private final FramesAnswer reverseAnswer;
    private int unanswered;

    /** An exchange that has not begun. If there is a stream for alarms, the source has some. */
    StreamExchange(Streams streams, FrameSource source, Requests requests, HttpSettings settings) {
        this.streams = streams;
        this.source = source;
        this.requests = requests;
        this.settings = settings;
        carriage = new Carriage(streams.data(), source);
        reverseAnswer = new FramesAnswer("reverse channel", source.hostFrames(), new ReverseEnd());
        streams.alarms()
                .ifPresent(stream ->
                        bodies.add(new DataRequest(stream, source.alarms().get())));
        bodies.add(new DataRequest(streams.data(), source));
        unanswered = bodies.size();
    }

    /** Carries frames until the end. */
    void carry() throws IOException, InterruptedException {
        carriage.begin(this::begin);
        try {
            carriage.await();
        } finally {
            streams.data().eventLoop().execute(this::end);
        }
    }

    private void begin() {
        Channel reverse = streams.reverse();
        AnswerReader.of(reverse).expect(reverseAnswer);
        Channels.write(reverse, requests.empty(HttpMethod.GET, source.surrogate() + "/" + Protocol.REVERSE));
        boolean early = !streams.confirmed().isDone();
        source.onlyRepeatable(early);
        bodies.forEach(DataRequest::begin);
        reverse.flush();
        if (early) {
            Channels.whenDone(streams.confirmed(), (done, failure) -> carriage.after(0, this::goOn));
        }
        carriage.endWhenSilent(reverseAnswer);
    }

    /** The handshake is complete: what was not sent as early data follows. */
    private void goOn() {
        source.onlyRepeatable(false);
        bodies.forEach(body -> body.pump.wake());
    }

    /** The body has ended; the host answers it when all of it is stored. */
    private void expectAnswer() {
        long millis =
                Math.max(settings.responseTimeout().toMillis(), source.silence().toMillis());
        carriage.after(
                millis,
                () -> carriage.fail(
                        new SocketTimeoutException("the data request was not answered within " + millis + " ms")));
    }

    private void end() {
        carriage.end();
        bodies.forEach(body -> body.pump.stop());
    }

    /** A data request with its frames. */
    private final class DataRequest implements FramesAnswer.Listener {
        private final Channel stream;
        private final FramePump pump;
        private final FramesAnswer answer;

        DataRequest(Channel stream, PolledBody frames) {
            this.stream = stream;
            pump = new FramePump(stream, frames, settings.maxChunkBytes(), carriage::fail, carriage::writeFailed);
            answer = new FramesAnswer("data request", frames.hostFrames(), this);
        }

        void begin() {
            AnswerReader.of(stream).expect(answer);
            pump.onEnd(StreamExchange.this::expectAnswer);
            Channels.write(stream, requests.endless(source.surrogate() + "/" + Protocol.DATA));
            pump.begin();
        }

        @Override
        public void ended() throws IOException {
            unanswered--;
            if (unanswered == 0) {
                carriage.answered();
            }
        }

        /** The host may say why on the reverse channel. */
        @Override
        public void failed(Throwable reason) {
            if (reason instanceof BanipException) {
                carriage.fail(reason);
            } else {
                carriage.writeFailed(reason);
            }
        }
    }

    private final class ReverseEnd implements FramesAnswer.Listener {
        @Override
        public void ended() {
            carriage.fail(new IOException("the host ended the reverse channel"));
        }

        @Override
        public void failed(Throwable reason) {
            carriage.fail(reason);
        }
    }
}
