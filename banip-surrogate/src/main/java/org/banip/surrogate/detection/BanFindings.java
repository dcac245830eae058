package org.banip.surrogate.detection;

import java.util.List;
import java.util.UUID;
import org.banip.surrogate.api.Disappearance;

/**
 * Is told what detectors find in the data of all BANs.
 *
 * <p>Each finding is told at least once, after the sensor sets by which it was decided are stored. For one session, calls come one after the other, on
 * a thread that receives data: they must return soon, and what they throw is logged. Calls for different sessions come at the same time.
 *
 * <p><b>After a restart.</b> When a session registers at a host that did not have it (the host was restarted or killed, another host takes over, the
 * session had expired), the detectors first get the end of what is stored again: two minutes, and what the host may have stored without telling.
 * What they find there comes as {@linkplain BanFinding#again again}, and then {@link #watching} says what holds. So one who keeps findings
 *
 * <ul>
 *   <li>ignores a finding that comes again, if it has one of the same session, {@code by}, detector, kind and {@code begins} whose {@code item} is
 *       higher, or the same with an {@code atNanos} that is the same or later;
 *   <li>takes a beginning, if that has begun already, for the same one: detectors that have only two minutes may see a later {@code sinceNanos};
 *   <li>ends at {@code watching} what has begun and is not in the list, except what the operator's detectors of kind {@code silence} have found: that
 *       ends with its end, or with {@link #delivered}.
 * </ul>
 *
 * <p><b>When a session has expired,</b> its {@code silent} may still be told, as {@linkplain BanFinding#again again}, by several hosts of a store.
 */
public interface BanFindings {
    /** Nobody is told. */
    BanFindings NOBODY = finding -> {};

    /** A finding begins or ends. */
    void found(BanFinding finding);

    /**
     * The watch of a session begins here, or begins anew: of this session and {@code by}, exactly this has begun and has not ended. For {@code MBU} it
     * comes when the MBU's detectors begin, and after a restart of the host if that knows what they hold (their beginning is among the last 1,000 items
     * of their group). For {@code BAN} it comes only if the BAN declares detectors that this host runs.
     *
     * @param holding beginnings, in the order in which they were found; they were told before
     */
    default void watching(String ban, UUID session, BanFinding.By by, List<BanFinding> holding) {}

    /**
     * The first sensor sets of a group are stored since the watch of this session began here: a silence of the group that was found before is over,
     * whichever session of the BAN it was found in. Comes for groups that the operator's detectors watch.
     *
     * @param item the sequence number of the first one. A silence behind it is not over
     */
    default void delivered(String ban, UUID session, String group, long item) {}

    /**
     * The session is no longer watched by this host. What has begun has not ended by this; it is only no longer known. After {@code HOST_STOPPED} and
     * {@code TAKEN_OVER}, {@link #watching} comes when the session is back, from this host or another; after the other reasons it may never come.
     */
    default void unwatched(String ban, UUID session, Disappearance reason) {}
}
