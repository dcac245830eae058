package org.banip.mbu.interconnect;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.Uplink;

/**
 * The network of a path, and the path's uplink. A path with a local address or an interface is there while that address, or one on the interface, is
 * there. When the uplink's address has gone, the uplink is closed, and another one is opened from the address that is there next. Any thread; guarded
 * by itself, except for what is volatile.
 */
final class PathNetwork {
    private final PathSetup path;

    private Uplink uplink;
    /** The local address of the uplink. Empty if the path has none, or if it had none when the uplink was opened. */
    private Optional<InetAddress> used = Optional.empty();

    /** The broker of the uplink. Empty if none was chosen when the uplink was opened. */
    private Optional<Chosen> at;

    private boolean closed;
    /** Which of an interface's addresses the next connection uses. */
    private int turn;

    private volatile boolean there;
    private final AtomicInteger changes = new AtomicInteger();
    private volatile boolean gone;
    private volatile boolean moved;

    /** Opens the uplink, which makes no connection yet, so that its settings are checked. */
    PathNetwork(PathSetup path) {
        this.path = path;
        List<InetAddress> now = isWatched() ? choices(addresses()) : List.of();
        if (!now.isEmpty()) {
            used = Optional.of(now.get(0));
        }
        there = !isWatched() || !now.isEmpty();
        at = path.brokers().chosen();
        uplink = path.open(used, at);
    }

    /** Whether the network may come and go. */
    boolean isWatched() {
        PathSettings settings = path.settings();
        return settings.localAddress().isPresent()
                || settings.networkInterface().isPresent();
    }

    private List<InetAddress> addresses() {
        PathSettings settings = path.settings();
        if (settings.networkInterface().isPresent()) {
            return usable(path.networks().addresses(settings.networkInterface().get()));
        }
        InetAddress address = settings.localAddress().get();
        return path.networks().has(address) ? List.of(address) : List.of();
    }

    /** A device has link-local addresses before, or without, a network. */
    private static List<InetAddress> usable(List<InetAddress> addresses) {
        return addresses.stream()
                .filter(address -> !address.isLinkLocalAddress())
                .collect(Collectors.toList());
    }

    /** The first address of each family. */
    private static List<InetAddress> choices(List<InetAddress> addresses) {
        List<InetAddress> choices = new ArrayList<>();
        for (InetAddress address : addresses) {
            boolean ipv4 = address instanceof Inet4Address;
            if (choices.stream().noneMatch(chosen -> chosen instanceof Inet4Address == ipv4)) {
                choices.add(address);
            }
        }
        return choices;
    }

    /**
     * The uplink for the next connection, to the broker that is chosen and from an address that is there now.
     *
     * @throws NetworkGoneException if there is no address
     * @throws NoBrokerException if no broker is known
     */
    synchronized Uplink ready() throws NetworkGoneException, NoBrokerException {
        if (closed) {
            return uplink;
        }
        Chosen broker = path.brokers()
                .chosen()
                .orElseThrow(() -> new NoBrokerException(path.brokers().problem()));
        if (!isWatched()) {
            if (!at.equals(Optional.of(broker))) {
                open(used, broker);
            }
            return uplink;
        }
        List<InetAddress> choices = choices(addresses());
        there(!choices.isEmpty());
        if (choices.isEmpty()) {
            throw new NetworkGoneException(missing());
        }
        Optional<InetAddress> next = Optional.of(choices.get(Math.floorMod(turn, choices.size())));
        if (gone || !used.equals(next) || !at.equals(Optional.of(broker))) {
            open(next, broker);
            gone = false;
        }
        return uplink;
    }

    private void open(Optional<InetAddress> local, Chosen broker) {
        uplink.close();
        uplink = path.open(local, Optional.of(broker));
        used = local;
        at = Optional.of(broker);
        moved = false;
    }

    /** The broker of the uplink that {@link #ready} has returned. */
    synchronized Chosen broker() {
        return at.orElseThrow(() -> new IllegalStateException("no uplink is ready"));
    }

    /** Closes the uplink, because another broker is chosen. */
    synchronized void leaveBroker(Chosen to) {
        if (!closed && at.isPresent() && !at.get().equals(to)) {
            moved = true;
            uplink.close();
        }
        changes.incrementAndGet();
    }

    /** Whether the uplink was closed because another broker is chosen. */
    boolean hasMoved() {
        return moved;
    }

    /** The local addresses that connections may have now. Empty if the network is not there. */
    synchronized List<Optional<InetAddress>> locals() {
        if (!isWatched()) {
            return List.of(path.context().settings().localAddress());
        }
        return choices(addresses()).stream().map(Optional::of).collect(Collectors.toList());
    }

    /** The connection was not made: the next one uses the address of another family, if there is one. */
    synchronized void failed() {
        if (there && !gone) {
            turn++;
        }
    }

    /** Looks whether the network is there. Closes the uplink if its address is not, and then returns why. */
    synchronized Optional<String> look() {
        if (!isWatched() || closed) {
            return Optional.empty();
        }
        List<InetAddress> now = addresses();
        there(!now.isEmpty());
        if (gone || !used.isPresent() || now.contains(used.get())) {
            return Optional.empty();
        }
        gone = true;
        uplink.close();
        return Optional.of(reason());
    }

    private void there(boolean now) {
        if (there != now) {
            there = now;
            changes.incrementAndGet();
        }
    }

    /** Whether the uplink was closed because its address has gone. */
    boolean isGone() {
        return gone;
    }

    /** Whether the network is there, when it was last looked for. */
    boolean isThere() {
        return there;
    }

    /** How often the network has come or gone. */
    int changes() {
        return changes.get();
    }

    /** Why the uplink was closed, for people. */
    synchronized String reason() {
        return there
                ? used.map(InetAddress::getHostAddress).orElse("the address") + " has gone from "
                        + path.settings().networkInterface().orElse("this device")
                : missing();
    }

    private String missing() {
        PathSettings settings = path.settings();
        return settings.networkInterface()
                .map(name -> "no address on " + name)
                .orElseGet(() -> "no address " + settings.localAddress().get().getHostAddress() + " here");
    }

    /** The address of the next connection; empty if there is none. */
    synchronized Optional<InetAddress> next() {
        List<InetAddress> choices = choices(addresses());
        return choices.isEmpty() ? Optional.empty() : Optional.of(choices.get(Math.floorMod(turn, choices.size())));
    }

    /** Closes the uplink's connection. The next one is made when it is used. */
    synchronized void disconnect() {
        if (!closed && !gone && !moved) {
            uplink.close();
            uplink = path.open(used, at);
        }
    }

    /** The uplink, which may be closed. */
    synchronized Uplink uplink() {
        return uplink;
    }

    /** Closes the uplink for good. */
    synchronized void close() {
        closed = true;
        uplink.close();
    }
}
