package org.banip.measure.cpi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.banip.core.json.JsonObject;
import org.banip.emulator.EmulatedLink;

/** The link between the MBU and the back-end of a run, and the places of their processes. Used by the run's thread. */
interface RunLink extends AutoCloseable {
    /** The file for packets in a run's raw data. */
    String CAPTURE = "link.pcap";

    /** Starts a process on the fixed side. */
    Conversation startFixed(Class<?> main, Path log) throws IOException, InterruptedException;

    /** Starts a process on the mobile side. */
    Child startMobile(Class<?> main, Path log) throws IOException;

    /** Address on which a broker on the fixed side listens. */
    String fixedAddress();

    /** File of the certificate authorities that the mobile side trusts; empty for those of Java, or without TLS. */
    default Optional<Path> trusted() {
        return Optional.empty();
    }

    /**
     * Gets the deliveries, if the back-end has not written the file itself.
     *
     * @param settled what the back-end said when it had all
     * @param clock offset of its clock
     */
    default void fetch(Conversation backEnd, JsonObject settled, ProcessClockOffset clock, Path csv)
            throws IOException, InterruptedException {
        // the processes of a machine share its files
    }

    /** The link whose conditions a run may change; empty if it is not emulated. */
    default Optional<EmulatedLink> emulated() {
        return Optional.empty();
    }

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
