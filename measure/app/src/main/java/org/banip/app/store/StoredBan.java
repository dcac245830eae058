package org.banip.app.store;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.banip.app.terminal.Figures;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.StartAgainException;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what one session delivers to a store. The store alone decides where a subscription begins. If something cannot be stored, the subscription
 * starts again there. One call at a time; the store's writer settles items meanwhile.
 */
final class StoredBan implements SurrogateListener {
    /** Nobody authenticated it here: the host did. */
    private static final String IDENTITY = "jini";

    private static final Logger LOG = LoggerFactory.getLogger(StoredBan.class);
    private static final int MOST_ATTEMPTS = 3;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Store store;
    private final Transcoders known;
    private final Clock clock;
    private final EventLines lines;
    private final String name;
    private final Commits commits;

    private @Nullable InterconnectRecord record;
    /** Sequence number of the packet that could not be coded last, and how often that was tried. */
    private long failed = -1;

    private int failures;
    private List<StoredGroup> groups = List.of();

    /** A session of which nothing has come yet. */
    StoredBan(Store store, Transcoders known, Clock clock, EventLines lines, SurrogateDescription surrogate) {
        this.store = store;
        this.known = known;
        this.clock = clock;
        this.lines = lines;
        name = "BAN " + surrogate.ban().id();
        commits = new Commits(why -> lines.say(name + " cannot be stored now: " + why.getMessage()));
    }

    /**
     * Where the store wants a subscription to begin.
     *
     * @throws FencedException if another process has taken over the session since; to be tried no more
     * @throws BanipException if the store cannot be written, or has another session under this id; to be tried again
     */
    StartPoint begin(SurrogateDescription surrogate) {
        end();
        commits.awaitSettled();
        if (commits.failure().isPresent()) {
            store.checkWritable(LONGEST_WAIT);
        }
        InterconnectRecord current = current(surrogate);
        long[] next = store.nextSequences(current);
        List<StoredGroup> begun = new ArrayList<>();
        List<Long> from = new ArrayList<>();
        for (int group = 0; group < next.length; group++) {
            begun.add(new StoredGroup(
                    group, current.ban().groups().get(group), known, next[group], last(current, group)));
            from.add(next[group]);
        }
        record = current;
        groups = begun;
        if (commits.failure().isPresent()) {
            lines.say(name + " can be stored again");
        }
        commits.begin();
        return StartPoint.at(from);
    }

    private InterconnectRecord current(SurrogateDescription surrogate) {
        InterconnectRecord before = record;
        if (before != null) {
            OptionalLong epoch = store.epoch(before);
            if (epoch.isPresent() && epoch.getAsLong() == before.epoch()) {
                return withAllGroups(before, surrogate);
            }
            if (epoch.isPresent()) {
                throw new FencedException(name + " is stored by another process in the same store");
            }
        }
        return store.find(surrogate.session())
                .map(found -> takeOver(found, surrogate))
                .orElseGet(() -> create(surrogate));
    }

    private InterconnectRecord takeOver(InterconnectRecord found, SurrogateDescription surrogate) {
        if (!surrogate.ban().continues(found.ban())) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH,
                    "session " + surrogate.session() + " of " + name + " is stored with another description");
        }
        boolean copied =
                found.identity().equals(IDENTITY) && found.chains().stream().allMatch(StoredGroup.CHAIN::equals);
        if (!copied) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH,
                    "session " + surrogate.session() + " of " + name
                            + " was stored by a host: this store is that of a host, name another one");
        }
        return withAllGroups(store.takeOver(found), surrogate);
    }

    /** The MBU may have added groups. */
    private InterconnectRecord withAllGroups(InterconnectRecord before, SurrogateDescription surrogate) {
        int count = surrogate.ban().groups().size();
        return count > before.chains().size()
                ? store.addGroups(before.with(surrogate.ban(), Collections.nCopies(count, StoredGroup.CHAIN)))
                : before;
    }

    private InterconnectRecord create(SurrogateDescription surrogate) {
        int count = surrogate.ban().groups().size();
        return store.create(new InterconnectRecord(
                0,
                surrogate.session(),
                IDENTITY,
                surrogate.ban(),
                surrogate.surrogateType(),
                Collections.nCopies(count, StoredGroup.CHAIN),
                surrogate.activatedNanos()));
    }

    private @Nullable Sequenced last(InterconnectRecord of, int group) {
        Sequenced[] last = new Sequenced[1];
        store.read(of, group, store.lastKeyPacket(of, group).orElse(0L), item -> {
            last[0] = item;
            return true;
        });
        return last[0];
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        long before = groups.stream().mapToLong(StoredGroup::next).sum();
        lines.say(name + " is stored "
                + (before == 0 ? "from the beginning" : "on, after " + Figures.counted(before, "sequence number")));
    }

    @Override
    public void delivered(SensorData data) {
        requireStoring();
        long received = data.receivedNanos() == 0 ? nowNanos() : data.receivedNanos();
        StoredGroup group = groups.get(data.header().group());
        group.missingBefore(data.header()).ifPresent(gap -> {
            lines.say(name + ": " + Figures.counted(gap.sequenceCount(), "packet") + " of group "
                    + data.group().name() + " cannot be read at the host");
            offer(gap, received);
        });
        coded(group, data).ifPresent(item -> offer(item, received));
    }

    /** The packet, or a gap in its place if it is too long, or cannot be coded for an unexpected reason in several attempts. */
    private Optional<Sequenced> coded(StoredGroup group, SensorData data) {
        String packet = name + ": packet " + data.header().sequence() + " of group "
                + data.group().name();
        try {
            return group.packet(data);
        } catch (BanipException e) {
            lines.say(packet + " is not stored: " + e.getMessage());
        } catch (RuntimeException e) {
            failures = data.header().sequence() == failed ? failures + 1 : 1;
            failed = data.header().sequence();
            LOG.error("{}: packet {} cannot be coded", name, failed, e);
            if (failures < MOST_ATTEMPTS) {
                throw new StartAgainException(packet + " cannot be coded: " + e);
            }
            lines.say(packet + " is not stored: " + failures + " attempts to code it failed: " + e);
        }
        return group.gap(data);
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        requireStoring();
        groups.get(gap.group()).rest(gap).ifPresent(rest -> offer(rest, nowNanos()));
    }

    private void requireStoring() {
        commits.failure().ifPresent(why -> {
            throw new StartAgainException(String.valueOf(why.getMessage()));
        });
        if (groups.isEmpty()) {
            throw new StartAgainException("nothing comes after a BAN has disappeared");
        }
    }

    /** Waits for room: the host keeps what comes meanwhile. */
    private void offer(Sequenced item, long receivedNanos) {
        InterconnectRecord current = record;
        if (current == null) {
            throw new IllegalStateException("nothing is delivered before it began");
        }
        commits.offered();
        boolean taken = false;
        try {
            while (!taken) {
                taken = store.offer(current, item, receivedNanos, commits);
                if (!taken) {
                    awaitRoom();
                }
            }
        } catch (BanipException e) {
            commits.settled();
            throw new StartAgainException(String.valueOf(e.getMessage()));
        }
    }

    private void awaitRoom() {
        CountDownLatch room = new CountDownLatch(1);
        store.whenRoom(room::countDown);
        try {
            if (room.await(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE, "the store has had no room for " + LONGEST_WAIT.toSeconds() + " s");
    }

    private long nowNanos() {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        lines.say(name + ": the host cannot read " + Figures.counted(packets, "packet") + " of its store");
    }

    @Override
    public void silent(SurrogateDescription surrogate) {
        lines.say(name + " is silent");
    }

    @Override
    public void resumed(SurrogateDescription surrogate) {
        lines.say(name + " is heard again");
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        lines.say(name + " has disappeared: " + reason.token());
        if (reason != Disappearance.HOST_STOPPED) { // told late, when the next subscription has begun already
            end();
        }
    }

    private void end() {
        groups.forEach(StoredGroup::close);
        groups = List.of();
    }
}
