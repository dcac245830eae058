package org.banip.surrogate.jini.client;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.remote.RefusedException;

/**
 * Which BANs a subscriber wants, from where on, and what hears of them. {@link #found}, {@link #from}, {@link #listener}, {@link #refused} and
 * {@link #failed} are called on the BAN's thread, the others on the thread that looks for BANs.
 */
public interface SurrogateInterest {
    /**
     * Whether it wants this one; also called on the thread that looks for BANs. A BAN whose id the directory does not know is asked for it before.
     */
    default boolean wants(ListedSurrogate surrogate) {
        return true;
    }

    /** A BAN that it wants is listed, and a host has described it; told once for as long as the session is followed. */
    default void found(ListedSurrogate surrogate) {}

    /**
     * Where a subscription begins; asked whenever the BAN is subscribed to, also again after a break.
     *
     * @param processed per group the number after what the listener has got so far; empty if it has got nothing, or threw {@link StartAgainException}
     */
    StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed);

    /** What hears of a BAN's session from now on; asked once for as long as the session is followed. */
    SurrogateListener listener(SurrogateDescription surrogate);

    /** The host refuses the subscription, for example because of the token, and no other host has the session. It is tried again. */
    default void refused(ListedSurrogate surrogate, RefusedException why) {}

    /** There is no subscription at this host, for example because it accepts no more connections. It is tried again, and may be told often. */
    default void failed(ListedSurrogate surrogate, Exception why) {}

    /** Nothing is known of a session any more. If it is followed again, {@link #listener} is asked again. */
    default void forgotten(UUID session) {}

    /** The directory cannot be asked; it is asked again until {@link #directoryIsBack}. */
    default void directoryIsAway(String why) {}

    /** The directory can be asked again. */
    default void directoryIsBack() {}

    /**
     * Nothing is followed any more, though the subscriber was not closed, because of an error of the JVM: no memory, for example. A process that does
     * nothing else should end, so that its supervisor starts it again.
     */
    default void stopped(Error why) {}
}
