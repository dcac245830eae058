package org.banip.mbu.spi;

import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Asks the system for what is asked here, and looks at nothing else. Any thread. */
final class PolledNetworks implements Networks {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Duration interval;

    PolledNetworks(Duration interval) {
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "networks: interval " + interval + " is outside " + SHORTEST + " to " + LONGEST);
        }
        this.interval = interval;
    }

    @Override
    public List<InetAddress> addresses(String networkInterface) {
        List<InetAddress> addresses = new ArrayList<>();
        try {
            NetworkInterface known = NetworkInterface.getByName(networkInterface);
            if (known != null && known.isUp()) {
                addresses.addAll(Collections.list(known.getInetAddresses()));
            }
        } catch (SocketException e) {
            return List.of(); // it has just gone
        }
        addresses.sort(Comparator.comparing(address -> !(address instanceof Inet4Address)));
        return addresses;
    }

    @Override
    public boolean has(InetAddress address) {
        try {
            NetworkInterface known = NetworkInterface.getByInetAddress(address);
            return known == null ? canBind(address) : known.isUp();
        } catch (SocketException e) {
            return false;
        }
    }

    /** Some addresses belong to no interface, for example 127.0.0.2. */
    private static boolean canBind(InetAddress address) {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(address, 0))) {
            return socket.isBound();
        } catch (SocketException e) {
            return false;
        }
    }

    @Override
    public Watch watch(Runnable mayHaveChanged) {
        ScheduledThreadPoolExecutor poll = new ScheduledThreadPoolExecutor(1, role -> {
            Thread thread = new Thread(role, "banip-networks");
            thread.setDaemon(true);
            return thread;
        });
        ScheduledFuture<?> unusedPoll = poll.scheduleWithFixedDelay(
                mayHaveChanged, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
        return poll::shutdownNow;
    }
}
