package org.banip.app.watch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.error.BanipException;

/** Where a watch finds BANs, and what gives it their events. One thread. */
public interface LiveSource extends AutoCloseable {
    /** In place of an event's id: with what is stored of the session first. */
    String BEGINNING = "beginning";

    /** In place of an event's id: with the tail of each group first. A source that has no tails begins with live data. */
    String TAIL = "tail";

    /**
     * The surrogates that are active or silent now. Groups and counts may be missing, {@link #counted} adds them.
     *
     * @throws BanipException if they cannot be listed
     */
    List<SurrogateSummary> surrogates() throws InterruptedException;

    /** Why the newest list cannot have the wanted BANs, whether they exist or not: they were not granted to this viewer. Empty if that is not known. */
    default Optional<String> denies(Wanted bans) {
        return Optional.empty();
    }

    /**
     * A surrogate with its groups and what came of them.
     *
     * @throws BanipException if the host refuses, or cannot be reached
     */
    SurrogateSummary counted(SurrogateSummary listed) throws InterruptedException;

    /**
     * Begins to listen to a surrogate.
     *
     * @param lastId id of the last event before; empty to begin with live data; {@link #BEGINNING}; {@link #TAIL}
     * @throws BanipException if the host refuses, or cannot be reached
     */
    LiveEvents open(UUID session, String lastId, LiveListener listener) throws InterruptedException;

    /**
     * The alerts of a BAN that are open now, one line for people each; none if this viewer may not know, or cannot ask here.
     *
     * @throws HostAwayException if the host cannot be reached
     */
    default List<String> openAlerts(String ban) throws InterruptedException {
        return List.of();
    }

    /** Who stopped groups of a session, by the number of the group; those of which that is not known, or cannot be asked here, are missing. */
    default Map<Integer, String> stops(UUID session) throws InterruptedException {
        return Map.of();
    }

    /** Where it looks, as text. */
    String where();

    @Override
    default void close() {}
}
