package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.FrameSource;

/**
 * A data request and a reverse channel on two streams of one connection, which have the same thread. Belongs to it, except for {@link #carry}.
 */
final class StreamExchange {
    private final Channel data;
    private final Channel reverse;
    private final FrameSource source;
    private final Requests requests;
    private final HttpSettings settings;
    private final Carriage carriage;
    private final FramePump pump;
    private final FramesAnswer dataAnswer;
    private final FramesAnswer reverseAnswer;

    StreamExchange(Channel data, Channel reverse, FrameSource source, Requests requests, HttpSettings settings) {
        this.data = data;
        this.reverse = reverse;
        this.source = source;
        this.requests = requests;
        this.settings = settings;
        carriage = new Carriage(data, source);
        pump = new FramePump(data, source, settings.maxChunkBytes(), carriage::fail, carriage::writeFailed);
        dataAnswer = new FramesAnswer("data request", source.hostFrames(), new DataEnd());
        reverseAnswer = new FramesAnswer("reverse channel", source.hostFrames(), new ReverseEnd());
    }

    /** Carries frames until the end. */
    void carry() throws IOException, InterruptedException {
        carriage.begin(this::begin);
        try {
            carriage.await();
        } finally {
            data.eventLoop().execute(this::end);
        }
    }

    private void begin() {
        AnswerReader.of(reverse).expect(reverseAnswer);
        AnswerReader.of(data).expect(dataAnswer);
        pump.onEnd(this::expectAnswer);
        String surrogate = source.surrogate();
        Channels.write(reverse, requests.empty(HttpMethod.GET, surrogate + "/" + Protocol.REVERSE));
        Channels.write(data, requests.endless(surrogate + "/" + Protocol.DATA));
        pump.begin();
        reverse.flush();
        carriage.endWhenSilent(reverseAnswer);
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
        pump.stop();
    }

    private final class DataEnd implements FramesAnswer.Listener {
        @Override
        public void ended() throws IOException {
            carriage.answered();
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
