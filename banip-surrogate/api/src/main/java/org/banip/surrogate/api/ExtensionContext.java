package org.banip.surrogate.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What a host offers to an extension. Any thread. */
public interface ExtensionContext {
    /** All surrogates, active and silent: their descriptions and statistics, and the way to send commands to their BANs. */
    List<SurrogateHandle> surrogates();

    /** The surrogate of a session; present when a listener hears that it {@code appeared}, unless it has ended meanwhile. */
    Optional<SurrogateHandle> surrogate(UUID session);

    /**
     * Subscribes to all surrogates, on a thread and a bounded queue of its own; first it hears of those that are active already.
     *
     * @param name names the thread
     * @param queueBytes sensor sets that may wait for it; what is beyond is left out, counted, and it is told
     */
    Subscription subscribe(String name, long queueBytes, SurrogateListener listener);

    /**
     * The same without data: it hears of all surrogates that appear, fall silent, resume and disappear. It costs nothing while data come.
     *
     * @param name names the thread
     */
    Subscription subscribeToLives(String name, SurrogateListener listener);

    /** The same as the first for one surrogate. */
    Subscription subscribe(String name, UUID session, long queueBytes, SurrogateListener listener);

    /**
     * Subscribes to one surrogate from a start point on. From {@link StartPoint#beginning} or {@link StartPoint#at}, the listener gets what is stored
     * from there on and then what comes: each packet and gap of a group once, in order, without a hole. What its queue has no room for is read from
     * the store later. So it is told {@link SurrogateListener#missed} only of what is damaged in the store. If the session registers again, it goes
     * on. A number beyond what came so far counts as the number after that.
     *
     * @param name names the thread
     * @param queueBytes live sensor sets that may wait in memory
     * @throws org.banip.core.error.BanipException {@code UNKNOWN_INTERCONNECT} if no surrogate of this session is active
     * @throws IllegalArgumentException if the start point does not have one number for each group
     */
    Subscription subscribe(String name, UUID session, StartPoint from, long queueBytes, SurrogateListener listener);

    /**
     * Reads back a surrogate that has ended, on a thread of its own: the listener hears that it appeared, gets what is stored from the start point on,
     * and hears that it disappeared.
     *
     * @param name names the thread
     * @param ended the surrogate; if its statistics have groups, they say how much is to be waited for that is not durable yet
     * @param reason why it has ended
     * @throws IllegalArgumentException if the start point does not have one number for each group
     */
    Subscription replay(
            String name,
            SurrogateHandle ended,
            StartPoint.Stored from,
            Disappearance reason,
            SurrogateListener listener);

    /**
     * Sessions that the store has and that have no surrogate here now, the newest first: what is stored of each can be {@linkplain #replay read
     * back}. Another host that shares the store may have a surrogate of one. It reads the store, so it may take long.
     *
     * @param since only those of which something came then or later
     * @param most most of them
     * @return handles whose statistics say what is stored at the time of asking
     * @throws org.banip.core.error.BanipException {@code STORAGE_UNAVAILABLE}
     */
    List<SurrogateHandle> stored(Instant since, int most);

    /** After so long without a sign of life a session ends. */
    Duration expiresAfter();

    /** Something the operator gave to the host for its surrogates and extensions; empty if there is none of that type. */
    <T> Optional<T> find(Class<T> type);
}
