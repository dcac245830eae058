package org.banip.surrogate.jini.export;

import java.util.HashMap;
import java.util.Map;
import org.banip.server.address.ClientNetwork;

/** Calls under way, in all and of each client network. Guarded by its monitor. */
final class CallCounts {
    private final int most;
    private final int mostOfOne;
    private final Map<ClientNetwork, Integer> ofNetworks = new HashMap<>();
    private int all;

    /** None yet; {@code mostOfOne} is for networks other than this machine. */
    CallCounts(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /**
     * Whether there is room for one more call, which {@link #end} ends then.
     *
     * @param here whether it comes from this machine
     */
    synchronized boolean begin(ClientNetwork caller, boolean here) {
        int before = ofNetworks.getOrDefault(caller, 0);
        if (all >= most || before >= mostOfOne && !here) {
            return false;
        }
        all++;
        ofNetworks.put(caller, before + 1);
        return true;
    }

    synchronized void end(ClientNetwork caller) {
        all--;
        ofNetworks.computeIfPresent(caller, (network, count) -> count == 1 ? null : count - 1);
    }

    /** How many are under way. */
    synchronized int all() {
        return all;
    }
}
