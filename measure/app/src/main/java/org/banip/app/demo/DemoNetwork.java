package org.banip.app.demo;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.mbu.settings.PathSettings;

/**
 * Where the parts of a demo are: all on loopback, or in two emulated hosts with links between them. The emulator is no part of the product: only {@link
 * LinkedNetwork} and what it makes know it, and their classes are loaded only if there are links.
 */
interface DemoNetwork extends AutoCloseable {
    /** Of all parts without links. */
    String LOOPBACK = "127.0.0.1";

    /**
     * Checks the names of links.
     *
     * @throws IllegalArgumentException if there are such, and they are wrong or the emulator is missing
     */
    static void check(List<String> paths) {
        if (paths.isEmpty()) {
            return;
        }
        try {
            Class<?> unused = Class.forName("org.banip.emulator.EmulatedNetwork");
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("--paths needs the emulated links, which are in lib/measure", e);
        }
        LinkedNetwork.check(paths);
    }

    /**
     * Sets it up.
     *
     * @param paths names of link profiles; none for loopback
     * @throws java.io.UncheckedIOException if the machine does not permit emulated links
     */
    static DemoNetwork open(List<String> paths) throws InterruptedException {
        return paths.isEmpty() ? new LoopbackNetwork() : LinkedNetwork.open(paths);
    }

    /** The address at which the MBU reaches the broker. */
    String brokerAddress();

    /** One path for each link; none on loopback. */
    List<PathSettings> paths();

    /** Starts something where the back-end is. */
    <T> T backEnd(Callable<T> start) throws InterruptedException;

    /** Starts something where the MBU is. */
    <T> T mbu(Callable<T> start) throws InterruptedException;

    /**
     * Opens a way for browsers of this machine to the live page.
     *
     * @param server URL of the page where the back-end is
     * @param port here, 0 for any free one
     */
    LivePage page(URI server, int port);

    /**
     * The links as a view shows them; empty on loopback.
     *
     * @param death when the first one loses everything from then on, and nobody is told; since the first sample
     */
    Optional<DemoPaths> show(Duration death);

    @Override
    void close();

    /** Calls something that throws checked exceptions only if it is interrupted. */
    static <T> T unchecked(Callable<T> start) throws InterruptedException {
        try {
            return start.call();
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
