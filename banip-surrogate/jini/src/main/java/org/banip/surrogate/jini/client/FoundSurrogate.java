package org.banip.surrogate.jini.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.surrogate.jini.remote.RemoteSurrogate;

/**
 * A surrogate as a lookup service knows it.
 *
 * @param service the service's number there
 * @param ban the BAN's id; empty if the host tells it only to callers with a token
 * @param host the host's name
 * @param session the MBU's session
 * @param surrogateType the type of surrogate, or the URL of its jar without query; empty if the host tells it only to callers with a token
 * @param activatedNanos since when, nanoseconds since the epoch
 * @param lease how long it stays registered without renewal, if it says so
 * @param sensors per group: name, frequency in hertz and channels, as the attributes have them
 * @param surrogate the stub to call
 */
public record FoundSurrogate(
        String service,
        String ban,
        String host,
        String session,
        String surrogateType,
        long activatedNanos,
        Optional<Duration> lease,
        List<SensorKind> sensors,
        RemoteSurrogate surrogate) {
    /**
     * One sensor group.
     *
     * @param group its name
     * @param frequencyHz sensor sets in a second, as the BAN describes it
     * @param channels labels
     */
    public record SensorKind(String group, String frequencyHz, List<String> channels) {
        /** Copies the list. */
        public SensorKind {
            channels = List.copyOf(channels);
        }
    }

    /** Copies the list. */
    public FoundSurrogate {
        sensors = List.copyOf(sensors);
    }
}
