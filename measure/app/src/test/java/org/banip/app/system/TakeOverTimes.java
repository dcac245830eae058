package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.MbuListener;

/**
 * How long MBUs of a dead host went without a host: from the signal that ended it to the first acknowledgement after the MBU's next registration, which
 * is the other host's. Any thread.
 */
final class TakeOverTimes {
    private final Map<String, Boolean> registered = new ConcurrentHashMap<>();
    private final Map<String, Duration> acknowledged = new ConcurrentHashMap<>();
    private volatile long beganNanos;
    private volatile boolean began;

    /** Listens to one MBU. */
    MbuListener of(String ban) {
        return event -> {
            if (began && event instanceof MbuEvent.Registered) {
                registered.put(ban, true);
            } else if (event instanceof MbuEvent.Acknowledged && registered.containsKey(ban)) {
                Duration since = Duration.ofNanos(System.nanoTime() - beganNanos);
                acknowledged.putIfAbsent(ban, since);
            }
        };
    }

    /** The host ends now. */
    void begin() {
        beganNanos = System.nanoTime();
        began = true;
    }

    /** How many MBUs have gone on. */
    int count() {
        return acknowledged.size();
    }

    /** One line, with the bound beside it. It decides nothing: a test does not fail because a machine is slow. */
    String text(String what, String bound) {
        List<Map.Entry<String, Duration>> times = acknowledged.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .toList();
        assertThat(times).as("MBUs that went on").isNotEmpty();
        return what + ": first acknowledgement at the other host after "
                + times.get(times.size() / 2).getValue().toMillis() + " ms (median), "
                + times.get(times.size() - 1).getValue().toMillis() + " ms (last of " + times.size()
                + "); bound " + bound + "; each MBU: "
                + times.stream()
                        .map(each -> each.getKey() + " " + each.getValue().toMillis() + " ms")
                        .collect(Collectors.joining(", "));
    }
}
