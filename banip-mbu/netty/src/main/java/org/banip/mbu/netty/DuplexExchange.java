package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
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
    private final AnswerPatience patience;
    private final Function<Channel, Arrival> arrival;
    private final Carriage carriage;
    private final FramePump pump;
    private final FramesAnswer answer;
    private final SilentConnection silent;

    private volatile boolean inOrder;
    private volatile Way way = Way.UNKNOWN;
    private boolean expecting;

    /**
     * An exchange that has not begun.
     *
     * @param arrival tells what has arrived of the bytes that were sent
     * @param another makes another connection while this one is silent
     */
    DuplexExchange(
            Channel channel,
            FrameSource source,
            Requests requests,
            HttpSettings settings,
            AnswerPatience patience,
            Function<Channel, Arrival> arrival,
            SilentConnection.Another another) {
        this.channel = channel;
        this.source = source;
        this.requests = requests;
        this.patience = patience;
        this.arrival = arrival;
        carriage = new Carriage(channel, source);
        carriage.onSilence(this::fallSilent);
        pump = new FramePump(channel, source, settings, carriage::fail, carriage::writeFailed);
        answer = new FramesAnswer("duplex request", source.hostFrames(), new End());
        answer.onHeard(() -> way = Way.OPEN);
        silent = new SilentConnection(channel, carriage, () -> answer, another);
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

    private void begin() throws IOException {
        Optional<FrameSource.Registration> first = source.registration();
        HttpRequest duplex = requests.endless(source.surrogate() + "/" + Protocol.DUPLEX);
        if (first.isPresent()) {
            EarlyRegistration registration = new EarlyRegistration(first.get(), carriage);
            registration.whenAnswered(this::expectAnswer);
            registration.write(channel, requests);
            EarlyRegistration.await(duplex);
            carriage.endWhenSilent(() -> answer);
        } else {
            expectAnswer();
        }
        AnswerReader.of(channel).expect(answer);
        Channels.write(channel, duplex);
        pump.begin();
    }

    /** The host answers at once. If no frame comes, something between holds the answer back, unless the path itself is broken. */
    private void expectAnswer() {
        expecting = true;
        carriage.endWhenSilent(() -> answer);
        long millis = patience.millis(channel, source.silence());
        carriage.after(millis, () -> checkHeard(millis));
    }

    private void checkHeard(long millis) {
        if (way != Way.UNKNOWN) {
            return;
        }
        Way seen = Way.unanswered(arrival.apply(channel));
        if (seen == Way.UNKNOWN) {
            carriage.after(millis, () -> checkHeard(millis));
        } else {
            way = seen;
            carriage.fail(new IOException("the answer was held back for " + millis + " ms"));
        }
    }

    /** Bytes may have waited for acknowledgements whenever it was looked. */
    private void fallSilent(SocketTimeoutException reason) {
        if (expecting && way == Way.UNKNOWN) {
            way = Way.unanswered(arrival.apply(channel));
        }
        Duration kept = answer.heard() ? source.silent(String.valueOf(reason.getMessage())) : Duration.ZERO;
        if (kept.isZero()) {
            carriage.fail(reason);
        } else {
            silent.begin(source.silence(), kept, reason);
        }
    }

    private void end() {
        carriage.end();
        silent.end();
        pump.stop();
    }

    /** Whether both bodies have ended in order, so that the connection can be used again. */
    boolean endedInOrder() {
        return inOrder;
    }

    /** Whether the way to the host allows an answer while the request flows. */
    Way way() {
        return way;
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
            if (isOfTheWay(status, error)) {
                way = Way.HELD_BACK;
            }
        }

        /** A broker or host that tells another error than this one knows the resource, and nothing before it has refused the request. */
        private boolean isOfTheWay(int status, Exception error) {
            if (error instanceof BanipException told) {
                return told.code() == ErrorCode.MALFORMED_REQUEST;
            }
            return Way.isRefusal(status);
        }

        @Override
        public void failed(Throwable reason) {
            carriage.fail(reason);
        }
    }
}
