package org.banip.app.store;

import java.rmi.NoSuchObjectException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.SurrogateInterest;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;

/** Wants all BANs, or some, each from where a store has it. */
public final class StoreInterest implements SurrogateInterest {
    private final Store store;
    private final Transcoders known;
    private final Set<String> wanted;
    private final Clock clock;
    private final EventLines lines;

    private final Map<UUID, StoredBan> bans = new ConcurrentHashMap<>();
    /** What was said last of a session that cannot be stored, so that it is not said at each attempt. */
    private final Map<UUID, String> told = new ConcurrentHashMap<>();

    private final Runnable atFence;
    private final AtomicReference<@Nullable BanipException> fenced = new AtomicReference<>();

    private final AtomicLong followed = new AtomicLong();

    /**
     * Stores BANs.
     *
     * @param wanted their ids; empty for all
     * @param atFence run when another process has taken over a session of this store: {@link #fenced} tells it, and this one has to end
     */
    public StoreInterest(
            Store store, Transcoders known, Set<String> wanted, Clock clock, EventLines lines, Runnable atFence) {
        this.atFence = atFence;
        this.store = store;
        this.known = known;
        this.wanted = Set.copyOf(wanted);
        this.clock = clock;
        this.lines = lines;
    }

    /** Which session another process has taken over, or which error has ended this one; empty if none. */
    public Optional<BanipException> fenced() {
        return Optional.ofNullable(fenced.get());
    }

    /** How often a BAN was found. */
    public long followed() {
        return followed.get();
    }

    @Override
    public boolean wants(ListedSurrogate surrogate) {
        return wanted.isEmpty() || wanted.contains(surrogate.ban());
    }

    @Override
    public void found(ListedSurrogate surrogate) {
        followed.incrementAndGet();
        lines.say("found " + surrogate.words());
    }

    @Override
    public SurrogateListener listener(SurrogateDescription surrogate) {
        StoredBan ban = new StoredBan(store, known, clock, lines, surrogate);
        bans.put(surrogate.session(), ban);
        return ban;
    }

    @Override
    public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
        UUID session = surrogate.session();
        StoredBan ban = bans.get(session);
        if (ban == null) {
            throw new IllegalStateException("session " + session + " has no listener");
        }
        try {
            StartPoint from = ban.begin(surrogate);
            told.remove(session);
            return from;
        } catch (FencedException e) {
            if (fenced.compareAndSet(null, e)) {
                atFence.run();
            }
            throw e;
        } catch (BanipException e) {
            tellOnce(session, "BAN " + surrogate.ban().id() + " cannot be stored: " + e.getMessage());
            throw e;
        }
    }

    private void tellOnce(UUID session, String what) {
        if (!what.equals(told.put(session, what))) {
            lines.say(what);
        }
    }

    @Override
    public void refused(ListedSurrogate surrogate, RefusedException why) {
        tellOnce(
                surrogate.session(),
                "host " + surrogate.host() + " refuses "
                        + (surrogate.ban().isEmpty() ? "session " + surrogate.session() : "BAN " + surrogate.ban())
                        + ": " + why.getMessage() + " ("
                        + why.code().token() + ")");
    }

    @Override
    public void failed(ListedSurrogate surrogate, Exception why) {
        if (told.putIfAbsent(surrogate.session(), "") == null) {
            lines.say(named(surrogate) + " cannot be followed at host " + surrogate.host() + " ("
                    + surrogate.at().address() + ":" + surrogate.at().port() + "), trying again: " + innermost(why));
        }
    }

    /** What the network or the host said; what is around it names classes. */
    private static String innermost(Throwable why) {
        Throwable cause = why.getCause();
        if (cause != null) {
            return innermost(cause);
        }
        if (why instanceof NoSuchObjectException) {
            return "the host that was there has ended";
        }
        return why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
    }

    /** A host that is open to the network registers no ids of BANs. */
    private static String named(ListedSurrogate surrogate) {
        return surrogate.ban().isEmpty() ? "session " + surrogate.session() : "BAN " + surrogate.ban();
    }

    @Override
    public void forgotten(UUID session) {
        bans.remove(session);
        told.remove(session);
    }

    @Override
    public void stopped(Error why) {
        fenced.compareAndSet(null, new BanipException(ErrorCode.INTERNAL, "BANs are followed no more: " + why, why));
        atFence.run();
    }

    @Override
    public void directoryIsAway(String why) {
        lines.say("BANs cannot be looked up now: " + why);
    }

    @Override
    public void directoryIsBack() {
        lines.say("BANs can be looked up again");
    }
}
