package org.banip.measure.cpi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** What lies between the MBU and the back-end of a run, and where their processes live. Belongs to the run's thread. */
sealed interface RunLink extends AutoCloseable permits EmulatedRunLink, RelayedRunLink {
    /** Packets of a run that keeps them are in this file of its raw data. */
    String CAPTURE = "link.pcap";

    /**
     * The link that a run's settings want.
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

    /** Where a broker on the fixed side is to listen. */
    String fixedAddress();

    /** Where the mobile side finds a broker of the fixed side. */
    URI seenFromMobile(URI broker) throws IOException;

    /**
     * Goes on only if all links work.
     *
     * @throws IOException if one stands still
     */
    void requireWorking() throws IOException;

    /** What has been carried so far. */
    WireCount count();

    /** What the link has done so far. */
    LinkReport report();

    /** Settings, seed, counters, as one line of JSON. */
    String toJson();

    @Override
    void close() throws IOException;
}
