package org.banip.measure.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The congestion controls of TCP that this kernel has, or loads when one is asked for. */
final class KernelCongestion {
    private static final Path AVAILABLE = Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");
    private static final Path RELEASE = Path.of("/proc/sys/kernel/osrelease");

    private KernelCongestion() {}

    /**
     * The name, if a run can have it. Where the kernel tells none, a run will find out.
     *
     * @throws IllegalArgumentException if the kernel has none of this name
     */
    static String checked(String name) {
        try {
            if (!Files.isReadable(AVAILABLE)) {
                return name;
            }
            List<String> known = List.of(Files.readString(AVAILABLE).strip().split(" +", -1));
            if (!known.contains(name) && !hasModule(name)) {
                throw new IllegalArgumentException("--congestion-control " + name + ", allowed are "
                        + String.join(", ", known) + " (this kernel's)");
            }
            return name;
        } catch (IOException e) {
            return name;
        }
    }

    private static boolean hasModule(String name) throws IOException {
        if (!Files.isReadable(RELEASE)) {
            return false;
        }
        Path modules = Path.of("/lib/modules", Files.readString(RELEASE).strip(), "modules.dep");
        return Files.isReadable(modules) && Files.readString(modules).contains("/tcp_" + name + ".ko");
    }
}
