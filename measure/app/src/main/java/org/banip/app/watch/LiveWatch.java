package org.banip.app.watch;

import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Watches one BAN until it disappears. Waits while there is no BAN, while none was granted, and while the host cannot be reached. When the host is back, it continues with
 * the same BAN after the last event of the same session. An error that persists ends it: a wrong token, or a server that is no surrogate host. One
 * thread.
 */
public final class LiveWatch {
    private static final Duration FRAME = Duration.ofMillis(100);
    /** A group that its app has put away has been stopped by nobody, so it is asked again and again. */
    private static final Duration ASK_WHO = Duration.ofSeconds(3);

    private static final Duration ASK_AGAIN = Duration.ofMillis(500);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);

    private final LiveSource source;
    private final ProgressDisplay progress;
    private final Stop stop;
    private final Watched watched = new Watched(Clock.systemUTC());
    private final LiveListener listener;
    private final Wanted wanted;
    /** In place of an event's id, for a session of which nothing has come yet. */
    private final String first;
    /** The BAN that it watches. */
    private Optional<String> ban = Optional.empty();

    private Optional<UUID> session = Optional.empty();
    /** Last event id of each session. */
    private final Map<UUID, String> lastIds = new HashMap<>();

    /**
     * Creates a watch.
     *
     * @param source where it finds BANs
     * @param wanted which BAN to watch; of several, the one that was activated last
     * @param first where the first subscription to a session begins: empty for what is live, {@link LiveSource#TAIL}, or
     *     {@link LiveSource#BEGINNING}
     * @param through adds a listener between the stream and the display
     * @param stop ends it early
     */
    public LiveWatch(
            LiveSource source,
            Wanted wanted,
            String first,
            UnaryOperator<LiveListener> through,
            ProgressDisplay progress,
            Stop stop) {
        this.source = source;
        this.wanted = wanted;
        this.first = first;
        this.progress = progress;
        this.stop = stop;
        listener = through.apply(watched);
    }

    /**
     * Watches.
     *
     * @return why the BAN disappeared; empty if the end was requested
     * @throws BanipException if the host refuses, or is no surrogate host
     */
    public Optional<String> untilItDisappears() throws InterruptedException {
        Optional<String> end = Optional.empty();
        while (end.isEmpty() && !stop.requested()) {
            try {
                end = look();
            } catch (HostAwayException e) {
                pause(e.getMessage() + "; tries again every second", TRY_AGAIN);
            }
        }
        return end;
    }

    /** The BAN that it watches, in words. */
    public String name() {
        return ban.map(id -> "BAN " + id).orElseGet(wanted::words);
    }

    /** The session that it watched last: {@code , session 4f1c…,}; empty if it has watched none. */
    public String session() {
        return session.map(id -> ", session " + id + ",").orElse("");
    }

    private Optional<String> look() throws InterruptedException {
        List<SurrogateSummary> matches =
                source.surrogates().stream().filter(wanted).toList();
        if (ban.isEmpty()) {
            wanted.checkOne(matches);
        }
        Optional<SurrogateSummary> found = matches.stream()
                .filter(surrogate -> surrogate.ban().equals(ban.orElse(surrogate.ban())))
                .max(Comparator.comparingLong(SurrogateSummary::activatedNanos));
        if (found.isEmpty()) {
            Wanted waited = ban.isPresent() ? new Wanted(ban, wanted.session()) : wanted;
            String denied = source.denies(waited).map(why -> ": " + why).orElse("");
            pause("waiting for " + name() + " at " + source.where() + denied, ASK_AGAIN);
            return Optional.empty();
        }
        return watch(found.get());
    }

    private void pause(String line, Duration time) throws InterruptedException {
        progress.update(line);
        boolean unused = stop.await(time);
    }

    /** Why the BAN disappeared; empty if the end was requested, or if the BAN had disappeared before its stream began. */
    private Optional<String> watch(SurrogateSummary surrogate) throws InterruptedException {
        UUID session = surrogate.session();
        WatchView view = new WatchView(surrogate.ban(), session, watched, System::nanoTime);
        watched.begins(IntStream.range(0, surrogate.groups().size())
                .filter(number -> surrogate.groups().get(number).retired())
                .boxed()
                .toList());
        try (LiveEvents stream = source.open(session, lastIds.getOrDefault(session, first), listener)) {
            if (ban.isEmpty()) {
                source.openAlerts(surrogate.ban()).forEach(progress::note);
            }
            ban = Optional.of(surrogate.ban());
            this.session = Optional.of(session);
            return follow(stream, view, session);
        } catch (BanipException e) {
            if (e.code() != ErrorCode.UNKNOWN_INTERCONNECT) {
                throw e;
            }
            boolean unused = stop.await(ASK_AGAIN);
            return Optional.empty();
        }
    }

    private Optional<String> follow(LiveEvents stream, WatchView view, UUID session) throws InterruptedException {
        long asked = System.nanoTime() - ASK_WHO.toNanos();
        try {
            Optional<String> end = Optional.empty();
            while (end.isEmpty() && !stop.requested()) {
                end = stream.awaitEnd(FRAME);
                if (watched.asksWhoStopped() && System.nanoTime() - asked > ASK_WHO.toNanos()) {
                    watched.stops(source.stops(session));
                    asked = System.nanoTime();
                }
                progress.update(view::block, view::line);
            }
            return end;
        } finally {
            lastIds.put(session, stream.lastId());
        }
    }
}
