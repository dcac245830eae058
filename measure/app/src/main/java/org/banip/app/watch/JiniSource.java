package org.banip.app.watch;

import java.io.IOException;
import java.rmi.RemoteException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.Lookups;
import org.banip.surrogate.jini.client.SurrogateCalls;
import org.banip.surrogate.jini.client.SurrogateCalls.Answer;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;

/** The BANs of all hosts that lookup services know, over Jini. */
public final class JiniSource implements LiveSource {
    private static final int LONGEST_TEXT = 64;

    private final List<LookupAddress> lookups;
    private final Transport transport;
    private final AccessToken token;
    private final Consumer<ListedSurrogate> found;
    private final SurrogateListener tap;
    private final Lookups directory;
    private final SurrogateCalls calls;
    /** Where each session was listed last. */
    private Map<UUID, ListedSurrogate> listed = Map.of();

    /**
     * A source.
     *
     * @param lookups where BANs are looked up
     * @param transport how others are reached, and this process
     * @param token presented to hosts
     * @param found hears of each surrogate that is subscribed to
     * @param tap hears the same as the listeners, before them
     */
    public JiniSource(
            List<LookupAddress> lookups,
            Transport transport,
            AccessToken token,
            Consumer<ListedSurrogate> found,
            SurrogateListener tap) {
        this.lookups = List.copyOf(lookups);
        this.transport = transport;
        this.token = token;
        this.found = found;
        this.tap = tap;
        directory = new Lookups(lookups, transport);
        calls = new SurrogateCalls(transport, token);
    }

    @Override
    public List<SurrogateSummary> surrogates() throws InterruptedException {
        Map<UUID, ListedSurrogate> newest = new HashMap<>();
        try {
            for (ListedSurrogate each : directory.surrogates()) {
                newest.merge(
                        each.session(),
                        each,
                        (one, other) -> one.activatedNanos() >= other.activatedNanos() ? one : other);
            }
        } catch (IOException e) {
            throw new HostAwayException(String.valueOf(e.getMessage()), e);
        }
        listed = newest;
        return newest.values().stream()
                .map(each -> new SurrogateSummary(
                        each.session(), shown(each.ban()), "listed", each.activatedNanos(), List.of()))
                .toList();
    }

    @Override
    public SurrogateSummary counted(SurrogateSummary of) {
        Answer answer = ask(find(of.session()));
        List<GroupStatistics> counts = answer.statistics().statistics().groups();
        List<SensorGroup> groups = answer.description().ban().groups();
        List<SurrogateSummary.Group> all = IntStream.range(0, groups.size())
                .mapToObj(number -> new SurrogateSummary.Group(
                        shown(groups.get(number).name()),
                        groups.get(number).frequency().hertz(),
                        groups.get(number).channels().size(),
                        counts.get(number).units(),
                        counts.get(number).packets()))
                .toList();
        return new SurrogateSummary(
                of.session(),
                of.ban(),
                answer.statistics().surrogateState().token(),
                answer.description().activatedNanos(),
                all);
    }

    private static String shown(String text) {
        return Quoted.line(text, LONGEST_TEXT);
    }

    private ListedSurrogate find(UUID session) {
        ListedSurrogate found = listed.get(session);
        if (found == null) {
            throw new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "session " + session + " is not listed");
        }
        return found;
    }

    private Answer ask(ListedSurrogate surrogate) {
        try {
            return calls.ask(surrogate);
        } catch (RefusedException e) {
            throw new BanipException(e.code(), "host " + surrogate.host() + ": " + e.getMessage(), e);
        } catch (RemoteException e) {
            throw new HostAwayException("cannot reach " + surrogate.words(), e);
        }
    }

    /** Asks first: a refusal is told at once. */
    @Override
    public LiveEvents open(UUID session, String lastId, LiveListener listener) {
        ListedSurrogate surrogate = find(session);
        int groups = ask(surrogate).description().ban().groups().size();
        found.accept(surrogate);
        return JiniEvents.open(
                new Lookups(lookups, transport),
                transport,
                token,
                surrogate,
                new Position(lastId, groups),
                listener,
                tap);
    }

    @Override
    public String where() {
        return lookups.stream().map(at -> "jini://" + at + "/").collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        calls.close();
    }
}
