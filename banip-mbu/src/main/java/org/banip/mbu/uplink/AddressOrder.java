package org.banip.mbu.uplink;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.mbu.stage.NameLookups;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a broker's name, in the order in which connections are tried (RFC 8305, section 4): the families take turns, beginning with that
 * of the last connection's address, which goes before all, or of the system's first one. Those that did not answer go last. Any thread.
 */
public final class AddressOrder {
    /** If there is no connection after this time, the next address is tried as well (RFC 8305, section 5). */
    public static final Duration NEXT_AFTER = Duration.ofMillis(250);

    /** Looks names up. */
    public interface Lookup {
        /**
         * All addresses of a name, the preferred ones first.
         *
         * @throws UnknownHostException if it has none
         */
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    private final Lookup lookup;
    private volatile @Nullable InetAddress last;
    /** Those that did not answer since one did, the first one first. Guarded by itself. */
    private final Set<InetAddress> mute = new LinkedHashSet<>();

    /** An order of what this finds. */
    public AddressOrder(Lookup lookup) {
        this.lookup = lookup;
    }

    /** An order of what the system finds. */
    public static AddressOrder ofSystem() {
        return new AddressOrder(InetAddress::getAllByName);
    }

    /**
     * The addresses to try, one at least.
     *
     * @param local from where connections are made: if the name has addresses of its family, there are no others
     * @throws UnknownHostException if the name has none
     */
    public List<InetAddress> of(String name, Optional<InetAddress> local) throws UnknownHostException {
        return of(name, local, List.of());
    }

    /**
     * The same.
     *
     * @param known addresses that the name has for certain; if there are none, it is looked up
     */
    public List<InetAddress> of(String name, Optional<InetAddress> local, List<InetAddress> known)
            throws UnknownHostException {
        return ordered(known.isEmpty() ? Arrays.asList(addresses(name)) : known, local);
    }

    private List<InetAddress> ordered(List<InetAddress> all, Optional<InetAddress> local) {
        List<InetAddress> found = new ArrayList<>(new LinkedHashSet<>(all));
        List<InetAddress> reachable = found.stream()
                .filter(address -> !local.isPresent() || isOfOneFamily(address, local.get()))
                .collect(Collectors.toList());
        List<InetAddress> order = reachable.isEmpty() ? found : reachable;
        InetAddress connected = last;
        if (connected != null && order.remove(connected)) {
            order.add(0, connected);
        }
        return muteLast(inTurn(order));
    }

    private List<InetAddress> muteLast(List<InetAddress> order) {
        synchronized (mute) {
            for (InetAddress address : mute) {
                if (order.remove(address)) {
                    order.add(address);
                }
            }
        }
        return order;
    }

    private InetAddress[] addresses(String name) throws UnknownHostException {
        NameLookups.begins();
        try {
            return lookup.addresses(name);
        } finally {
            NameLookups.ended();
        }
    }

    private static boolean isOfOneFamily(InetAddress one, InetAddress other) {
        return one instanceof Inet4Address == other instanceof Inet4Address;
    }

    private static List<InetAddress> inTurn(List<InetAddress> found) {
        Deque<InetAddress> present = new ArrayDeque<>();
        Deque<InetAddress> other = new ArrayDeque<>();
        found.forEach(address -> (isOfOneFamily(address, found.get(0)) ? present : other).add(address));
        List<InetAddress> order = new ArrayList<>();
        while (!present.isEmpty() || !other.isEmpty()) {
            Optional.ofNullable(present.poll()).ifPresent(order::add);
            Optional.ofNullable(other.poll()).ifPresent(order::add);
        }
        return order;
    }

    /** This address has answered. */
    public void connected(InetAddress address) {
        last = address;
        synchronized (mute) {
            mute.clear();
        }
    }

    /** This address has not answered what was sent before there was a connection. It goes last until one answers. */
    public void unanswered(InetAddress address) {
        synchronized (mute) {
            mute.remove(address);
            mute.add(address);
        }
    }
}
