package org.banip.measure.cpi;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.InitialWindow;
import org.banip.emulator.forward.PcapTap;

/**
 * Two network namespaces and real packets between them.
 *
 * @param capture closed after the network
 * @param fullyCompiled whether the JVMs compile their code as they do in use
 */
record EmulatedRunLink(EmulatedNetwork network, Optional<PcapTap> capture, boolean fullyCompiled) implements RunLink {
    static EmulatedRunLink open(CpiSettings settings, Path folder) throws IOException, InterruptedException {
        EmulatedNetwork network = EmulatedNetwork.open(settings.link(), settings.seed());
        try {
            if (settings.initialWindow() > 0) {
                InitialWindow.set(network, settings.initialWindow());
            }
            Optional<PcapTap> capture =
                    settings.captured() ? Optional.of(new PcapTap(folder.resolve(CAPTURE))) : Optional.empty();
            capture.ifPresent(network.link()::tap);
            return new EmulatedRunLink(network, capture, settings.processorTime());
        } catch (IOException e) {
            network.close();
            throw e;
        }
    }

    @Override
    public Child startFixed(Class<?> main, Path log) throws IOException {
        return Child.start(network.fixed()::start, main, Child.flags(fullyCompiled), log);
    }

    @Override
    public Child startMobile(Class<?> main, Path log) throws IOException {
        return Child.start(network.mobile()::start, main, Child.flags(fullyCompiled), log);
    }

    @Override
    public String fixedAddress() {
        return network.fixed().address().getHostAddress();
    }

    @Override
    public Optional<EmulatedLink> emulated() {
        return Optional.of(network.link());
    }

    @Override
    public URI seenFromMobile(URI broker) {
        return broker;
    }

    @Override
    public void requireWorking() throws IOException {
        network.requireWorking();
    }

    @Override
    public WireCount count() {
        return WireCount.of(network);
    }

    @Override
    public LinkReport report() {
        return LinkReport.of(network);
    }

    @Override
    public String toJson() {
        return network.toJson();
    }

    @Override
    public void close() throws IOException {
        network.close();
        if (capture.isPresent()) {
            capture.get().close();
        }
    }
}
