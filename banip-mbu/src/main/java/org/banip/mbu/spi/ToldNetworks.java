package org.banip.mbu.spi;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Networks as an app tells of them, for example from the callbacks of Android's {@code ConnectivityManager} (docs/paths.md). Until the app tells, there
 * is none. Several MBUs may use the same. Any thread but Android's main one, because connections are closed.
 */
public final class ToldNetworks implements Networks {
    private final Map<String, List<InetAddress>> known = new LinkedHashMap<>();
    private final Map<Object, Runnable> watching = new ConcurrentHashMap<>();

    /** No network yet. */
    public ToldNetworks() {}

    /**
     * A network came, or has other addresses now.
     *
     * @param name as in {@link org.banip.mbu.settings.PathSettings#networkInterface}
     * @param addresses of the device in this network, the preferred one first; none, or link-local ones only, is the same as {@link #went}
     */
    public void came(String name, InetAddress... addresses) {
        synchronized (known) {
            known.put(name, List.of(addresses));
        }
        tell();
    }

    /** A network went. */
    public void went(String name) {
        came(name);
    }

    private void tell() {
        watching.values().forEach(Runnable::run);
    }

    @Override
    public List<InetAddress> addresses(String networkInterface) {
        synchronized (known) {
            return known.getOrDefault(networkInterface, List.of());
        }
    }

    @Override
    public boolean has(InetAddress address) {
        synchronized (known) {
            return known.values().stream().anyMatch(addresses -> addresses.contains(address));
        }
    }

    @Override
    public Watch watch(Runnable mayHaveChanged) {
        Object key = new Object();
        watching.put(key, mayHaveChanged);
        return () -> watching.remove(key);
    }
}
