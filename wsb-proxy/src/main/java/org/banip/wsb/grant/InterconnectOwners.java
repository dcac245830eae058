package org.banip.wsb.grant;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.wsb.spi.Identity;

/**
 * The identities that registered or used interconnects through this broker, and the hosts that took them. Bounded: the least recently used entry is
 * removed. If the owner is not known here, for example after a restart, the host decides, which knows the identity of each interconnect. Any thread.
 */
public final class InterconnectOwners {
    private final Map<String, Owner> owners;

    private record Owner(Identity identity, String host) {}

    /** Creates an empty map with this bound. */
    public InterconnectOwners(int most) {
        owners = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Owner> eldest) {
                return size() > most;
            }
        };
    }

    /** The identity that the host let use it, if known here. */
    public synchronized Optional<Identity> ownerOf(String interconnect) {
        return Optional.ofNullable(owners.get(interconnect)).map(Owner::identity);
    }

    /** The id of the host that took it, if known here. */
    public synchronized Optional<String> hostOf(String interconnect) {
        return Optional.ofNullable(owners.get(interconnect)).map(Owner::host);
    }

    /** Records that this host lets this identity use it. */
    public synchronized void bind(String interconnect, Identity identity, String host) {
        owners.put(interconnect, new Owner(identity, host));
    }

    /** Removes it after its deregistration. */
    public synchronized void release(String interconnect) {
        owners.remove(interconnect);
    }
}
