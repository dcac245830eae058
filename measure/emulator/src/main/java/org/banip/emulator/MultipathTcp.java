package org.banip.emulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Multipath TCP of the kernel (RFC 8684) in an emulated network: which links a connection of the mobile host may use. */
public final class MultipathTcp {
    private static final Path IPV4 = Path.of("/proc/sys/net/ipv4");
    private static final Path ENABLED = Path.of("/proc/sys/net/mptcp/enabled");
    private static final String ENDPOINT = "mptcp endpoint add ";
    private static final int MOST_SUBFLOWS = 8;
    /** With the default a connection can stall for good when a link dies. */
    private static final String BUFFERS = "4096 4194304 8388608";

    private MultipathTcp() {}

    /** Why this machine has no multipath TCP; empty if it has it. */
    public static Optional<String> missing() {
        if (!Files.exists(ENABLED)) {
            return Optional.of("the kernel has no multipath TCP");
        }
        try {
            String unused = SystemCommands.ip("mptcp", "limits", "show");
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("'ip mptcp' does not work: " + e.getMessage());
        }
    }

    /**
     * Lets connections from the first link's address use all other links, and second addresses, too. A connection takes another link after its first
     * round trip; once an end has closed it, it takes no more.
     *
     * @param backup whether they use the others only while the first one fails
     */
    public static void use(EmulatedNetwork network, boolean backup) throws IOException, InterruptedException {
        for (EmulatedHost host : List.of(network.mobile(), network.fixed())) {
            prepare(host);
            SystemCommands.ipBatch(
                    host.namespace(),
                    List.of("mptcp limits set subflows " + MOST_SUBFLOWS + " add_addr_accepted " + MOST_SUBFLOWS));
        }
        List<String> endpoints = new ArrayList<>();
        for (int index = 0; index < network.links().size(); index++) {
            EmulatedLink link = network.links().get(index);
            String on = " dev " + EmulatedLink.device(index) + " subflow" + (backup ? " backup" : "");
            if (index > 0) {
                endpoints.add(ENDPOINT + link.mobileAddress().getHostAddress() + on);
            }
            link.secondAddress().ifPresent(second -> endpoints.add(ENDPOINT + second.getHostAddress() + on));
        }
        SystemCommands.ipBatch(network.mobile().namespace(), endpoints);
    }

    private static void prepare(EmulatedHost host) throws IOException, InterruptedException {
        try {
            Path unused = host.call(() -> {
                Files.writeString(ENABLED, "1");
                Files.writeString(IPV4.resolve("tcp_wmem"), BUFFERS);
                return Files.writeString(IPV4.resolve("tcp_rmem"), BUFFERS);
            });
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
