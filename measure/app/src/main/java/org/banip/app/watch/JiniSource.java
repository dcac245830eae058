package org.banip.app.watch;

import java.io.IOException;
import java.rmi.RemoteException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.SurrogateCalls;
import org.banip.surrogate.jini.client.SurrogateCalls.Answer;
import org.banip.surrogate.jini.client.SurrogateDirectory;
import org.banip.surrogate.jini.remote.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The BANs of all hosts that lookup services know, over Jini. */
public final class JiniSource implements LiveSource {
    private static final Logger LOG = LoggerFactory.getLogger(JiniSource.class);
    private static final int LONGEST_TEXT = 64;
    private static final Comparator<ListedSurrogate> NEWEST_FIRST =
            Comparator.comparingLong(ListedSurrogate::activatedNanos).reversed();

    private final JiniAccess access;
    private final Consumer<ListedSurrogate> found;
    private final SurrogateListener tap;
    private final SurrogateDirectory directory;
    private final SurrogateCalls calls;
    /** Addresses of surrogates that are left out. */
    private final Set<String> leftOut = new ConcurrentSkipListSet<>();
    /** Where each session was listed last, the newest first. */
    private Map<UUID, List<ListedSurrogate>> listed = Map.of();
    /** BAN ids that hosts told, of sessions that are listed without one. */
    private final Map<UUID, String> ids = new HashMap<>();

    /**
     * A source.
     *
     * @param found hears of each surrogate that is subscribed to
     * @param tap hears the same as the listeners, before them
     */
    public JiniSource(JiniAccess access, Consumer<ListedSurrogate> found, SurrogateListener tap) {
        this.access = access;
        this.found = found;
        this.tap = tap;
        directory = access.directory(leftOut::add);
        calls = new SurrogateCalls(access.transport(), access.token());
    }

    /** Hosts are asked for ids that are not listed. Sessions of which no host tells it are left out, unless no other is there. */
    @Override
    public List<SurrogateSummary> surrogates() throws InterruptedException {
        listed = bySession();
        ids.keySet().retainAll(listed.keySet());
        List<SurrogateSummary> all = new ArrayList<>();
        Optional<BanipException> failure = Optional.empty();
        for (List<ListedSurrogate> session : listed.values()) {
            try {
                ListedSurrogate newest = session.get(0);
                all.add(new SurrogateSummary(
                        newest.session(), shown(id(session)), "listed", newest.activatedNanos(), List.of()));
            } catch (BanipException e) {
                failure = Optional.of(failure.filter(JiniSource::isRefusal).orElse(e));
            }
        }
        if (all.isEmpty() && failure.isPresent()) {
            throw failure.get();
        }
        return all;
    }

    private Map<UUID, List<ListedSurrogate>> bySession() throws InterruptedException {
        Map<UUID, List<ListedSurrogate>> sessions = new HashMap<>();
        try {
            directory.surrogates().stream()
                    .sorted(NEWEST_FIRST)
                    .forEach(each -> sessions.computeIfAbsent(each.session(), session -> new ArrayList<>())
                            .add(each));
        } catch (IOException e) {
            throw new HostAwayException(String.valueOf(e.getMessage()), e);
        }
        return sessions;
    }

    /** The BAN's id; it is asked for if it is not listed. */
    private String id(List<ListedSurrogate> session) {
        return session.stream()
                .map(ListedSurrogate::ban)
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElseGet(() -> ids.computeIfAbsent(
                        session.get(0).session(),
                        unknown -> ask(session).answer().description().ban().id()));
    }

    @Override
    public SurrogateSummary counted(SurrogateSummary of) {
        Answer answer = ask(find(of.session())).answer();
        List<GroupStatistics> counts = answer.statistics().statistics().groups();
        List<SensorGroup> groups = answer.description().ban().groups();
        List<SurrogateSummary.Group> all = IntStream.range(0, groups.size())
                .mapToObj(number -> new SurrogateSummary.Group(
                        shown(groups.get(number).name()),
                        groups.get(number).frequency().toString(),
                        groups.get(number).channels().size(),
                        counts.get(number).units(),
                        counts.get(number).packets(),
                        groups.get(number).events().isPresent(),
                        counts.get(number).retired(),
                        stopped(counts.get(number))))
                .toList();
        return new SurrogateSummary(
                of.session(),
                of.ban(),
                answer.statistics().surrogateState().token(),
                answer.description().activatedNanos(),
                all);
    }

    private static String stopped(GroupStatistics group) {
        return group.stopped()
                .map(stop -> SurrogateSummary.stopped(
                        stop.by(),
                        Optional.of(Instant.ofEpochSecond(0, stop.atNanos()).toString())))
                .orElse("");
    }

    @Override
    public Map<Integer, String> stops(UUID session) {
        try {
            return counted(new SurrogateSummary(session, "", "listed", 0, List.of()))
                    .stops();
        } catch (BanipException e) {
            LOG.debug("the surrogate does not say who stopped a group", e); // the stream says that it is away
            return Map.of();
        }
    }

    private static String shown(String text) {
        return Quoted.line(text, LONGEST_TEXT);
    }

    private List<ListedSurrogate> find(UUID session) {
        List<ListedSurrogate> found = listed.get(session);
        if (found == null) {
            throw new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "session " + session + " is not listed");
        }
        return found;
    }

    /** What a surrogate answered. */
    private record Asked(ListedSurrogate surrogate, Answer answer) {}

    /** Asks one after the other until one answers. If none does, a refusal is told rather than that one is away. */
    private Asked ask(List<ListedSurrogate> session) {
        Optional<BanipException> failure = Optional.empty();
        for (ListedSurrogate each : session) {
            try {
                return new Asked(each, ask(each));
            } catch (BanipException e) {
                failure = Optional.of(failure.filter(JiniSource::isRefusal).orElse(e));
            }
        }
        throw failure.orElseThrow();
    }

    private static boolean isRefusal(BanipException failure) {
        return !(failure instanceof HostAwayException);
    }

    private Answer ask(ListedSurrogate surrogate) {
        try {
            return calls.ask(surrogate);
        } catch (RefusedException e) {
            String why = "host " + surrogate.host() + ": " + e.getMessage();
            boolean lasts = JiniEvents.lasts(e.code()) || e.code() == ErrorCode.UNKNOWN_INTERCONNECT;
            throw lasts ? new BanipException(e.code(), why, e) : new HostAwayException(why, e);
        } catch (RemoteException e) {
            throw new HostAwayException("cannot reach " + surrogate.words(), e);
        }
    }

    /** Asks first: a refusal is told at once. */
    @Override
    public LiveEvents open(UUID session, String lastId, LiveListener listener) {
        Asked asked = ask(find(session));
        Answer answer = asked.answer();
        Position position = Position.of(
                lastId.equals(TAIL) ? "" : lastId,
                answer.description().ban(),
                access.wanted(),
                answer.statistics().statistics().groups());
        found.accept(asked.surrogate().withBan(answer.description().ban().id()));
        return JiniEvents.open(access, session, position, listener, tap);
    }

    @Override
    public String where() {
        return access.where()
                + (leftOut.isEmpty()
                        ? ""
                        : "; left out are surrogates at " + String.join(", ", leftOut) + " (--host-address)");
    }

    @Override
    public void close() {
        calls.close();
        access.places().close();
        access.transport().close();
    }
}
