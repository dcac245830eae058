package org.banip.emulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.banip.emulator.device.Tun;
import org.banip.emulator.profile.LinkSettings;

/** Namespaces, devices, addresses and routes of one emulated network. */
final class NetworkSetup {
    /** The routing table of the first link. */
    static final int FIRST_TABLE = 100;

    private static final Path IP = Path.of("/proc/sys/net");

    /** Packets that a device holds when a link's thread is late, so that only the link's own queue drops packets. */
    private static final int DEVICE_PACKETS = 10_000;

    private final AddressPlan plan;
    private final List<LinkSettings> links;

    NetworkSetup(AddressPlan plan, List<LinkSettings> links) {
        this.plan = plan;
        this.links = links;
    }

    /** Creates a host with a device for each link. */
    List<Tun> host(EmulatedHost host) throws IOException, InterruptedException {
        SystemCommands.ip("netns", "add", host.namespace());
        Callable<List<Tun>> within = () -> {
            // IPv6 sends additional packets
            set("ipv6/conf/all/disable_ipv6", "1");
            set("ipv6/conf/default/disable_ipv6", "1");
            // an answer may take another link than the request
            set("ipv4/conf/all/rp_filter", "0");
            set("ipv4/conf/default/rp_filter", "0");
            // a connection must not use metrics of earlier ones
            set("ipv4/tcp_no_metrics_save", "1");
            return open();
        };
        try {
            return host.call(within);
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** Sets a kernel parameter in the namespace of the calling thread, if this kernel has it. */
    private static void set(String name, String value) throws IOException {
        Path file = IP.resolve(name);
        if (Files.exists(file)) {
            Files.writeString(file, value);
        }
    }

    private List<Tun> open() throws IOException {
        List<Tun> devices = new ArrayList<>();
        try {
            for (int index = 0; index < links.size(); index++) {
                devices.add(Tun.open(EmulatedLink.device(index)));
            }
            return devices;
        } catch (IOException e) {
            devices.forEach(Tun::close);
            throw e;
        }
    }

    /** Sets addresses and routes of both hosts. */
    void route() throws IOException {
        List<String> mobile = new ArrayList<>();
        List<String> fixed = new ArrayList<>();
        own(mobile, plan.ownOfMobile().getHostAddress());
        own(fixed, plan.ownOfFixed().getHostAddress());
        for (int index = 0; index < links.size(); index++) {
            link(
                    mobile,
                    index,
                    plan.mobile(index, 0).getHostAddress(),
                    plan.ownOfFixed().getHostAddress());
            link(
                    fixed,
                    index,
                    plan.fixed(index).getHostAddress(),
                    plan.ownOfMobile().getHostAddress());
        }
        batch(EmulatedNetwork.MOBILE, mobile);
        batch(EmulatedNetwork.FIXED, fixed);
    }

    private void batch(String host, List<String> lines) throws IOException {
        try {
            SystemCommands.ipBatch(plan.namespace(host), lines);
        } catch (IOException e) {
            String known = Files.readString(IP.resolve("ipv4/tcp_available_congestion_control"))
                    .strip();
            throw new IOException(e.getMessage() + "\ncongestion controls of this kernel: " + known, e);
        }
    }

    private static void own(List<String> lines, String address) {
        lines.add("link set lo up");
        lines.add("address add " + address + "/32 dev lo");
    }

    /**
     * A link's device, address and routes. The main table has routes to each link's subnet, and to the other host's own address over the first link.
     * A table for each link routes all packets from that link's address.
     */
    private void link(List<String> lines, int index, String address, String other) {
        LinkSettings link = links.get(index);
        String device = EmulatedLink.device(index);
        String how = " dev " + device + " congctl " + link.congestionControl();
        String table = " table " + (FIRST_TABLE + index);
        lines.add("link set " + device + " mtu " + link.mtu() + " txqueuelen " + DEVICE_PACKETS + " up");
        lines.add("address add " + address + "/32 dev " + device);
        lines.add("route add " + plan.subnet(index) + how);
        lines.add("route add " + other + "/32" + how + " metric " + (1 + index));
        lines.add("route add default" + how + table);
        lines.add("rule add from " + plan.subnet(index) + " lookup " + (FIRST_TABLE + index));
    }
}
