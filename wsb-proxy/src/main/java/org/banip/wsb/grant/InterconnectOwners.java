package org.banip.wsb.grant;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.wsb.spi.Identity;

/**
 * The identities that registered or used interconnects through this broker, their BANs, and the hosts that took them. Bounded: the least recently
 * used entry is removed. If the owner is not known here, for example after a restart, the host decides, which knows the identity of each
 * interconnect. Any thread.
 */
public final class InterconnectOwners {
    private final Map<String, Owner> owners;

    private record Owner(Identity identity, String host, Optional<String> ban) {}

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

    /** The id of its BAN, if known here. */
    public synchronized Optional<String> banOf(String interconnect) {
        return Optional.ofNullable(owners.get(interconnect)).flatMap(Owner::ban);
    }

    /**
     * Records that this host lets this identity use it.
     *
     * @param ban the id of its BAN; if it is empty, one that is known stays
     */
    public synchronized void bind(String interconnect, Identity identity, String host, Optional<String> ban) {
        Optional<String> known = ban.or(() -> Optional.ofNullable(owners.get(interconnect))
                .filter(owner -> owner.identity().equals(identity))
                .flatMap(Owner::ban));
        owners.put(interconnect, new Owner(identity, host, known));
    }

    /** Removes it after its deregistration. */
    public synchronized void release(String interconnect) {
        owners.remove(interconnect);
    }
}
