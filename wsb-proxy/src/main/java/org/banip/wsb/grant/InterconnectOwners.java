package org.banip.wsb.grant;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.banip.wsb.spi.Identity;

/**
 * Who registered which interconnect through this broker. Bounded: the least recently used entry goes. What is not known here, for
 * instance after a restart, is the host's to decide, which keeps the identity with the interconnect. Any thread.
 */
public final class InterconnectOwners {
    private final Map<String, Identity> owners;

    /** Remembers at most so many. */
    public InterconnectOwners(int most) {
        owners = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Identity> eldest) {
                return size() > most;
            }
        };
    }

    /** Who registered it, if that is known here. */
    public synchronized Optional<Identity> ownerOf(String interconnect) {
        return Optional.ofNullable(owners.get(interconnect));
    }

    /** The host let this identity register it. */
    public synchronized void bind(String interconnect, Identity identity) {
        owners.put(interconnect, identity);
    }

    /** The host deregistered it. */
    public synchronized void release(String interconnect) {
        owners.remove(interconnect);
    }
}
