package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink.PolledBody;

/**
 * Data requests and a reverse channel on streams of one connection, which have the same thread. Belongs to it, except for {@link #carry}.
 */
final class StreamExchange {
    /** Where nothing answers probes, a dead connection must not last long. */
    private static final Duration MOST_PROBED = Duration.ofSeconds(30);
    /** The host is told to have heard nothing again after one such time, if it has heard nothing meanwhile. */
    private static final int UNHEARD_SILENCES = 2;

    /**
     * The streams of an exchange.
     *
     * @param registration for the registration, if the source has one
     * @param alarms for a data request that has the alarms alone; empty if the only one has all
     * @param confirmed is completed when the connection's handshake is complete
     * @param another opens a further stream of the connection
     * @param addressChanged whether the connection has gone on from another address since the last call
     * @param probe asks whether the path of a silent connection carries anything; empty if silence ends the exchange at once
     */
    record Streams(
            Optional<Channel> registration,
            Channel reverse,
            Channel data,
            Optional<Channel> alarms,
            CompletableFuture<Void> confirmed,
            Consumer<CompletableFuture<Channel>> another,
            BooleanSupplier addressChanged,
            Optional<SilentConnection.Another> probe) {}

    private final Streams streams;
    private final FrameSource source;
    private final Requests requests;
    private final HttpSettings settings;
    private final Carriage carriage;
    private final List<DataRequest> bodies = new ArrayList<>();
    private final Optional<EarlyRegistration> registration;
    private Reverse reverse;
    private final Optional<SilentConnection> silent;
    private int unanswered;
    /** The address has changed, and another reverse channel was not asked for since. */
    private boolean addressChanged;

    private boolean asking;
    /** The host has said that it heard nothing; when it did so last. */
    private boolean unheard;

    private long unheardNanos;

    /** Empty if the exchange goes on however long the host's answer to its first frames takes. */
    private final Optional<AnswerPatience> patience;

    private volatile Way way = Way.UNKNOWN;
    private volatile boolean timedOut;

    /** An exchange that has not begun. If there is a stream for alarms, the source has some. */
    StreamExchange(
            Streams streams,
            FrameSource source,
            Requests requests,
            HttpSettings settings,
            Optional<AnswerPatience> patience) {
        this.streams = streams;
        this.source = source;
        this.requests = requests;
        this.settings = settings;
        this.patience = patience;
        carriage = new Carriage(streams.data(), source);
        registration = source.registration().map(first -> new EarlyRegistration(first, carriage));
        reverse = new Reverse(streams.reverse());
        silent = streams.probe()
                .map(probe -> new SilentConnection(streams.data(), carriage, () -> reverse.answer, probe));
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

    private void begin() throws IOException {
        if (registration.isPresent()) {
            registration.get().write(streams.registration().get(), requests);
            registration.get().endUnlessAnsweredWithin(settings.responseTimeout());
        }
        reverse.ask();
        boolean early = !streams.confirmed().isDone();
        source.onlyRepeatable(early);
        for (DataRequest body : bodies) {
            body.begin();
        }
        reverse.stream.flush();
        streams.registration().ifPresent(Channel::flush);
        if (early) {
            Channels.whenDone(streams.confirmed(), (done, failure) -> carriage.after(0, this::goOn));
        } else {
            whenRegistered(this::expectPassage);
        }
        carriage.onSilence(this::fallSilent);
        carriage.endWhenSilent(() -> reverse.answer);
    }

    private void fallSilent(SocketTimeoutException reason) {
        timedOut = true;
        boolean kept = silent.isPresent() && reverse.answer.heard();
        Duration most = kept ? source.silent(String.valueOf(reason.getMessage())) : Duration.ZERO;
        if (most.isZero()) {
            carriage.fail(reason);
        } else {
            silent.get().begin(source.silence(), most.compareTo(MOST_PROBED) < 0 ? most : MOST_PROBED, reason);
        }
    }

    /** The handshake is complete: what was not sent as early data follows. */
    private void goOn() {
        source.onlyRepeatable(false);
        bodies.forEach(body -> body.pump.wake());
        expectPassage();
    }

    /** Does something when the host has the session; at once unless the registration goes before these frames. */
    private void whenRegistered(Carriage.Role action) throws IOException {
        if (registration.isPresent()) {
            registration.get().whenAnswered(action);
        } else {
            action.run();
        }
    }

    /** The reason of a failure counts if the host has the session: a host that did not wait for the registration may still answer that. */
    private void failWhenRegistered(Throwable reason, Consumer<Throwable> fail) {
        try {
            whenRegistered(() -> fail.accept(reason));
        } catch (IOException e) {
            carriage.fail(e);
        }
    }

    /** The host's frames, which must not overtake the answer to the registration. */
    private PolledBody.HostFrames inOrder(PolledBody.HostFrames frames) {
        return registration.map(first -> first.hold(frames)).orElse(frames);
    }

    /** The head of a request that may go with the registration. */
    private void write(Channel stream, HttpRequest request) {
        if (registration.isPresent() && !registration.get().isAnswered()) {
            EarlyRegistration.await(request);
        }
        Channels.write(stream, request);
    }

    /** The host answers the first frame at once. If it does not, something on the way holds the body back, or the answer. */
    private void expectPassage() {
        patience.ifPresent(known -> {
            long millis = known.millis(connection(), source.silence());
            carriage.after(millis, () -> checkPassage(millis));
        });
    }

    private void checkPassage(long millis) {
        if (way != Way.UNKNOWN) {
            return;
        }
        Arrival arrival = NetworkSockets.arrival(connection());
        boolean works = arrival == Arrival.YES || (arrival == Arrival.UNKNOWN && reverse.answer.heard());
        if (works) {
            way = Way.unanswered(arrival);
            carriage.fail(new IOException("the request, or its answer, was held back for " + millis + " ms"));
        } else {
            carriage.after(millis, () -> checkPassage(millis));
        }
    }

    private Channel connection() {
        return streams.data().parent();
    }

    /** Whether an endless request gets through. */
    Way way() {
        return way;
    }

    /** Whether the exchange has ended because the host was silent. */
    boolean hasTimedOut() {
        return timedOut;
    }

    /**
     * What the host sent to a former address is lost. Netty's QUIC soon retransmits only the oldest one or two of these datagrams, and all that
     * follows on the stream waits for the others. The first frame of another reverse channel has what was stored in the meantime (docs/protocol.md,
     * section 4.1). If no stream can be opened, the next poll tries again.
     */
    private void checkAddress() {
        if (!streams.confirmed().isDone()) {
            return;
        }
        addressChanged |= streams.addressChanged().getAsBoolean();
        if (addressChanged) {
            askForAnother(unused -> {});
        }
    }

    private void askForAnother(Consumer<Throwable> unlessOpened) {
        if (asking) {
            return;
        }
        asking = true;
        CompletableFuture<Channel> stream = new CompletableFuture<>();
        Channels.whenDone(stream, (opened, failure) -> {
            asking = false;
            if (failure == null) {
                replaceReverse(opened);
            } else {
                unlessOpened.accept(failure);
            }
        });
        streams.another().accept(stream);
    }

    /**
     * The host has heard nothing for long and has ended the reverse channel. That comes by the connection of the data requests, so what was under way
     * on it comes to the host, too, and the requests go on. If the host tells so again soon, nothing has come to it.
     */
    private boolean goesOnUnheard(Throwable reason) {
        boolean told = reason instanceof BanipException error && error.code() == ErrorCode.SILENT;
        long now = System.nanoTime();
        boolean again = unheard
                && now - unheardNanos < UNHEARD_SILENCES * source.silence().toNanos();
        if (!told || again || !silent.isPresent()) {
            return false;
        }
        unheard = true;
        unheardNanos = now;
        askForAnother(unused -> carriage.fail(reason));
        return true;
    }

    private void replaceReverse(Channel stream) {
        if (carriage.isOver()) {
            Channels.close(stream);
            return;
        }
        addressChanged = false;
        Reverse former = reverse;
        reverse = new Reverse(stream);
        try {
            reverse.ask();
            stream.flush();
        } catch (IOException e) {
            carriage.fail(e);
        }
        Channels.close(former.stream);
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
        silent.ifPresent(SilentConnection::end);
        bodies.forEach(body -> body.pump.stop());
        Channels.close(reverse.stream);
        streams.registration().ifPresent(Channels::close);
    }

    /** A data request with its frames. */
    private final class DataRequest implements FramesAnswer.Listener {
        private final Channel stream;
        private final FramePump pump;
        private final FramesAnswer answer;

        DataRequest(Channel stream, PolledBody frames) {
            this.stream = stream;
            pump = new FramePump(stream, frames, settings, carriage::fail, carriage::writeFailed);
            answer = new FramesAnswer("data request", inOrder(frames.hostFrames()), this);
        }

        void begin() throws IOException {
            AnswerReader.of(stream).expect(answer);
            pump.onEnd(StreamExchange.this::expectAnswer);
            pump.onPolled(StreamExchange.this::checkAddress);
            write(stream, requests.endless(source.surrogate() + "/" + Protocol.DATA));
            pump.begin();
        }

        @Override
        public void ended() throws IOException {
            whenRegistered(this::answered);
        }

        private void answered() throws IOException {
            unanswered--;
            if (unanswered == 0) {
                carriage.answered();
            }
        }

        @Override
        public void refused(int status, Exception error) {
            if (stream == streams.data()) {
                carriage.refused();
            }
            if (!(error instanceof BanipException) && Way.isRefusal(status)) {
                way = Way.HELD_BACK;
            }
        }

        /** The host may say why on the reverse channel. */
        @Override
        public void failed(Throwable reason) {
            if (reason instanceof BanipException) {
                failWhenRegistered(reason, carriage::fail);
            } else {
                carriage.writeFailed(reason);
            }
        }
    }

    /** A reverse channel. How it ends is of no interest when another one has taken its place. */
    private final class Reverse implements FramesAnswer.Listener {
        private final Channel stream;
        private final FramesAnswer answer = new FramesAnswer(
                "reverse channel", inOrder(new PassageWatch(source.hostFrames(), () -> way = Way.OPEN)), this);

        private boolean refused;

        Reverse(Channel stream) {
            this.stream = stream;
        }

        @Override
        public void refused(int status, Exception error) {
            refused = true;
        }

        void ask() throws IOException {
            AnswerReader.of(stream).expect(answer);
            write(stream, requests.reverse(source.surrogate()));
        }

        @Override
        public void ended() throws IOException {
            whenRegistered(() -> failed(new IOException("the host ended the reverse channel")));
        }

        @Override
        public void failed(Throwable reason) {
            if (reverse == this && refused) {
                failWhenRegistered(reason, carriage::reverseRefused);
            } else if (reverse == this && !goesOnUnheard(reason)) {
                carriage.fail(reason);
            }
        }
    }
}
