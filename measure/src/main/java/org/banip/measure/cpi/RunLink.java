package org.banip.measure.cpi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** The link between the MBU and the back-end of a run, and the places of their processes. Used by the run's thread. */
sealed interface RunLink extends AutoCloseable permits EmulatedRunLink, RelayedRunLink {
    /** The file for packets in a run's raw data. */
    String CAPTURE = "link.pcap";

    /**
     * Opens the link for a run's settings.
     *
     * @param folder of the run's raw data
     */
    static RunLink open(CpiSettings settings, Path folder) throws IOException, InterruptedException {
        return settings.relayed() ? new RelayedRunLink(settings) : EmulatedRunLink.open(settings, folder);
    }

    /** Starts a process on the fixed side. */
    Child startFixed(Class<?> main, Path log) throws IOException;

    /** Starts a process on the mobile side. */
    Child startMobile(Class<?> main, Path log) throws IOException;

    /** Address on which a broker on the fixed side listens. */
    String fixedAddress();

    /** URL of that broker for the mobile side. */
    URI seenFromMobile(URI broker) throws IOException;

    /**
     * Goes on only if all links work.
     *
     * @throws IOException if a link has stopped
     */
    void requireWorking() throws IOException;

    /** Bytes and packets so far. */
    WireCount count();

    /** The link's counters so far. */
    LinkReport report();

    /** Settings, seed, counters, as one line of JSON. */
    String toJson();

    @Override
    void close() throws IOException;
}
