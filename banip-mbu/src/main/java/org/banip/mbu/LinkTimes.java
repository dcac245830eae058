package org.banip.mbu;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.mbu.settings.SpoolSettings;

/** The times that govern a link, each within its bounds. One thread at a time. */
final class LinkTimes {
    static final Duration DEFAULT_SEND_WINDOW = Duration.ofMillis(300);
    private static final Duration SHORTEST_SEND_WINDOW = Duration.ofMillis(10);
    private static final Duration LONGEST_SEND_WINDOW = Duration.ofMinutes(1);

    private Duration sendWindow = DEFAULT_SEND_WINDOW;
    private Optional<Duration> acknowledgeWithin = Optional.empty();

    void sendWindow(Duration beyondRoundTrip) {
        if (!beyondRoundTrip.isZero()
                && (beyondRoundTrip.compareTo(SHORTEST_SEND_WINDOW) < 0
                        || beyondRoundTrip.compareTo(LONGEST_SEND_WINDOW) > 0)) {
            throw new IllegalArgumentException("send window of " + beyondRoundTrip.toMillis() + " ms, allowed are "
                    + SHORTEST_SEND_WINDOW.toMillis() + " to " + LONGEST_SEND_WINDOW.toMillis()
                    + ", and 0 for no limit");
        }
        sendWindow = beyondRoundTrip;
    }

    void acknowledgeWithin(Duration most) {
        if (most.isNegative() || most.compareTo(RegistrationRequest.LONGEST_ACKNOWLEDGE_WITHIN) > 0) {
            throw new IllegalArgumentException("acknowledgements within " + most.toMillis() + " ms, allowed are 0 to "
                    + RegistrationRequest.LONGEST_ACKNOWLEDGE_WITHIN.toMillis());
        }
        acknowledgeWithin = Optional.of(most);
    }

    Duration sendWindow() {
        return sendWindow;
    }

    /** What was chosen, or what suits the groups and the spool. */
    Duration acknowledgeWithin(List<SensorGroup> groups, SpoolSettings spool) {
        return acknowledgeWithin.orElseGet(() -> AcknowledgementWait.of(groups, spool));
    }
}
