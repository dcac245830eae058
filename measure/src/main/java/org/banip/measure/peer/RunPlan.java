package org.banip.measure.peer;

import java.time.Duration;
import java.util.Optional;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;

/**
 * One run.
 *
 * @param peer its name
 * @param kind what is to be found out
 * @param link what it goes over; loopback if empty
 * @param source the signal
 * @param speed seconds of signal a second
 * @param expected how long it takes, start and end included
 * @param patience after which it is ended
 * @param seed of all that the link leaves to chance
 */
record RunPlan(
        String peer,
        RunKind kind,
        Optional<LinkProfile> link,
        RunSource source,
        double speed,
        Duration expected,
        Duration patience,
        long seed) {
    /** The link's name. */
    String linkName() {
        return link.map(LinkProfile::name).orElse("loopback");
    }
}
