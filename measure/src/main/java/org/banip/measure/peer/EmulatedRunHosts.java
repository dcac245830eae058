package org.banip.measure.peer;

import java.io.IOException;
import java.util.Set;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.Way;

/** Two hosts of an emulated network. */
final class EmulatedRunHosts implements RunHosts {
    private final EmulatedNetwork network;

    EmulatedRunHosts(LinkProfile profile, long seed) throws IOException, InterruptedException {
        network = EmulatedNetwork.open(profile, seed);
    }

    @Override
    public Process startSending(ProcessBuilder builder) throws IOException {
        return network.mobile().start(builder);
    }

    @Override
    public Process startReceiving(ProcessBuilder builder) throws IOException {
        return network.fixed().start(builder);
    }

    @Override
    public String address() {
        return network.fixed().address().getHostAddress();
    }

    @Override
    public LinkBytes bytes() {
        return new LinkBytes(
                network.link().counters(Way.UP).offeredBytes(),
                network.link().counters(Way.DOWN).offeredBytes());
    }

    @Override
    public void outage(boolean out) throws IOException {
        network.link().change(Set.of(Way.values()), new Change.Outage(out));
    }

    @Override
    public void close() {
        network.close();
    }
}
