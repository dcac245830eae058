package org.banip.wsb.grant;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.wsb.spi.Identity;

/**
 * The identities that registered interconnects through this broker. Bounded: the least recently used entry is removed. If the owner is not known
 * here, for example after a restart, the host decides, which knows the identity of each interconnect. Any thread.
 */
public final class InterconnectOwners {
    private final Map<String, Identity> owners;

    /** Creates an empty map with this bound. */
    public InterconnectOwners(int most) {
        owners = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Identity> eldest) {
                return size() > most;
            }
        };
    }

    /** The identity that registered it, if known here. */
    public synchronized Optional<Identity> ownerOf(String interconnect) {
        return Optional.ofNullable(owners.get(interconnect));
    }

    /** Records that this identity registered it. */
    public synchronized void bind(String interconnect, Identity identity) {
        owners.put(interconnect, identity);
    }

    /** Removes it after its deregistration. */
    public synchronized void release(String interconnect) {
        owners.remove(interconnect);
    }
}
