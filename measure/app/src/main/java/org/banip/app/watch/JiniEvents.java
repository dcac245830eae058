package org.banip.app.watch;

import java.rmi.server.ExportException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.SurrogateDirectory;
import org.banip.surrogate.jini.client.SurrogateInterest;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.transport.Transport;

/** One session's events over Jini. They go on by themselves after a break; JERI's threads call the listener, one call at a time. */
final class JiniEvents implements LiveEvents, SurrogateInterest, SurrogateListener {
    private static final Set<ErrorCode> LASTING =
            Set.of(ErrorCode.UNAUTHENTICATED, ErrorCode.FORBIDDEN, ErrorCode.MALFORMED_REQUEST);

    private final Position position;
    private final LiveListener listener;
    private final SurrogateListener tap;
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private final CompletableFuture<BanSubscriber> subscriber = new CompletableFuture<>();

    private JiniEvents(Position position, LiveListener listener, SurrogateListener tap) {
        this.position = position;
        this.listener = listener;
        this.tap = tap;
    }

    /** Begins to listen. */
    static JiniEvents open(
            JiniAccess access, UUID session, Position position, LiveListener listener, SurrogateListener tap) {
        JiniEvents events = new JiniEvents(position, listener, tap);
        Transport transport = access.transport();
        SurrogateDirectory all = access.directory(address -> {});
        SurrogateDirectory ofSession = () -> all.surrogates().stream()
                .filter(each -> each.session().equals(session))
                .toList();
        try {
            events.subscriber.complete(BanSubscriber.builder(ofSession, transport, events)
                    .token(access.token())
                    .reduction(access.wanted())
                    .start());
            return events;
        } catch (ExportException e) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED, "cannot listen on " + transport.address() + ": " + e.getMessage(), e);
        }
    }

    // From where.

    @Override
    public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
        return position.start();
    }

    @Override
    public SurrogateListener listener(SurrogateDescription surrogate) {
        return this;
    }

    @Override
    public void refused(ListedSurrogate surrogate, RefusedException why) {
        if (lasts(why.code())) {
            end.completeExceptionally(
                    new BanipException(why.code(), "host " + surrogate.host() + ": " + why.getMessage(), why));
        }
    }

    /** Whether a host that refuses for this reason will refuse again. */
    static boolean lasts(ErrorCode refusal) {
        return LASTING.contains(refusal);
    }

    @Override
    public void stopped(Error why) {
        end.completeExceptionally(new BanipException(ErrorCode.INTERNAL, "the BAN is followed no more: " + why, why));
    }

    // What happens there. After the end, another subscription goes on from the position.

    @Override
    public void appeared(SurrogateDescription surrogate) {
        if (end.isDone()) {
            return;
        }
        tap.appeared(surrogate);
        listener.measures(surrogate.ban().groups());
    }

    @Override
    public void delivered(SensorData data) {
        if (end.isDone()) {
            return;
        }
        tap.delivered(data);
        int units = data.unitCount();
        int channels = data.group().channels().size();
        long[] samples = new long[units * channels];
        for (int channel = 0; channel < channels; channel++) {
            for (int unit = 0; unit < units; unit++) {
                samples[channel * units + unit] = data.sample(unit, channel);
            }
        }
        if (data.group().events().isPresent()) {
            listener.happened(Happened.of(data, LongStream.of(samples).boxed().toList()));
        } else {
            listener.sampled(
                    data.header().group(),
                    data.header().originNanos(),
                    data.header().firstUnit(),
                    units,
                    samples);
        }
        position.took(data.header().group(), data.header().sequence() + 1);
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        if (end.isDone()) {
            return;
        }
        if (gap.isRetirement()) {
            listener.retired(gap.group(), gap.originNanos(), gap.firstUnit());
        } else {
            listener.givenUp(gap.group(), gap.originNanos(), gap.firstUnit(), gap.unitCount());
        }
        position.took(gap.group(), gap.nextSequence());
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        listener.missing(units);
    }

    @Override
    public void silent(SurrogateDescription surrogate) {
        listener.heard(false);
    }

    @Override
    public void resumed(SurrogateDescription surrogate) {
        listener.heard(true);
    }

    @Override
    public void told(SurrogateDescription surrogate, long atNanos, String text) {
        listener.told(LiveListener.line(text));
    }

    @Override
    public void alert(SurrogateDescription surrogate, AlertNotice step) {
        listener.alerted(step);
    }

    /** A session whose host stops, or that another host has taken over, is looked for again. */
    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        tap.disappeared(surrogate, reason);
        if (reason == Disappearance.HOST_STOPPED || reason == Disappearance.TAKEN_OVER) {
            end.completeExceptionally(new HostAwayException(
                    reason == Disappearance.HOST_STOPPED
                            ? "the surrogate host stopped"
                            : "another surrogate host goes on with the BAN, or groups were added to it"));
        } else {
            end.complete(reason.token());
        }
    }

    @Override
    public Optional<String> awaitEnd(Duration time) throws InterruptedException {
        try {
            return Optional.of(end.get(time.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BanipException known) {
                throw known;
            }
            throw new IllegalStateException("the subscription failed", e.getCause());
        }
    }

    @Override
    public String lastId() {
        return position.id();
    }

    @Override
    public void close() {
        end.complete("not watched any more");
        CompletableFuture<Void> unused = subscriber.thenAccept(BanSubscriber::close);
    }
}
