package org.banip.app.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.banip.core.error.BanipException;
import org.banip.emulator.EmulatedHost;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkProfile;
import org.banip.mbu.settings.PathSettings;

/**
 * The MBU is in one emulated host, the back-end in another one, with links between them. Threads of an emulated host, and the threads that those
 * start, open their sockets in it.
 */
final class LinkedNetwork implements DemoNetwork {
    private static final int FEWEST = 2;
    private static final int MOST = 8;

    private final EmulatedNetwork emulated;

    private LinkedNetwork(EmulatedNetwork emulated) {
        this.emulated = emulated;
    }

    /**
     * Checks the names of profiles.
     *
     * @throws IllegalArgumentException if a profile is unknown or named twice, or their number is not 2 to 8
     */
    static void check(List<String> names) {
        boolean known = LinkProfile.names().containsAll(names);
        if (!known
                || names.size() < FEWEST
                || names.size() > MOST
                || names.size() > Set.copyOf(names).size()) {
            throw new IllegalArgumentException("--paths " + String.join(",", names) + ", allowed are " + FEWEST + " to "
                    + MOST + " different links of " + String.join(", ", LinkProfile.names()));
        }
    }

    /** Sets up the links of these profiles. */
    static LinkedNetwork open(List<String> names) throws InterruptedException {
        check(names);
        try {
            return new LinkedNetwork(EmulatedNetwork.open(LinkProfile.named(String.join("+", names)), 1));
        } catch (BanipException e) { // this machine refuses, so no code of the protocol helps
            throw new UncheckedIOException(new IOException(e.getMessage(), e));
        } catch (IOException e) {
            throw new UncheckedIOException("the emulated links cannot be set up: " + e.getMessage(), e);
        }
    }

    @Override
    public String brokerAddress() {
        return emulated.fixed().address().getHostAddress();
    }

    @Override
    public List<PathSettings> paths() {
        return emulated.links().stream()
                .map(link -> PathSettings.named(link.settings().name()).localAddress(link.mobileAddress()))
                .toList();
    }

    @Override
    public <T> T backEnd(Callable<T> start) throws InterruptedException {
        return call(emulated.fixed(), start);
    }

    @Override
    public <T> T mbu(Callable<T> start) throws InterruptedException {
        return call(emulated.mobile(), start);
    }

    private static <T> T call(EmulatedHost host, Callable<T> start) throws InterruptedException {
        return DemoNetwork.unchecked(() -> host.call(start));
    }

    @Override
    public LivePage page(URI server, int port) {
        PageRelay relay = new PageRelay(emulated.fixed(), server.getPort(), port);
        return new LivePage(
                URI.create(server.getScheme() + "://" + LOOPBACK + ":" + relay.port() + server.getPath()),
                relay::close);
    }

    @Override
    public Optional<DemoPaths> show(Duration death) {
        return Optional.of(new LinkedPaths(emulated, death));
    }

    @Override
    public void close() {
        emulated.close();
    }
}
