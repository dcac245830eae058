package org.banip.emulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Whether this process may create network namespaces and TUN devices. */
public final class Privileges {
    private static final int CAP_NET_ADMIN = 12;
    private static final int CAP_SYS_ADMIN = 21;
    private static final String EFFECTIVE = "CapEff:";
    private static final int HEX = 16;

    private Privileges() {}

    /** Why an {@link EmulatedNetwork} cannot be opened in this process; empty if it can. */
    public static Optional<String> missing() {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
            return Optional.of("emulated links need Linux; this is " + System.getProperty("os.name"));
        }
        for (String command : new String[] {"ip", "nsenter"}) {
            if (!SystemCommands.installed(command)) {
                return Optional.of("emulated links need '" + command + "' (Debian: iproute2, util-linux) on the PATH");
            }
        }
        Path device = Path.of("/dev/net/tun");
        if (!Files.isReadable(device) || !Files.isWritable(device)) {
            return Optional.of(
                    "emulated links need to read and write " + device + ", which root may; start it with sudo");
        }
        if (!capable(CAP_NET_ADMIN) || !capable(CAP_SYS_ADMIN)) {
            return Optional.of(
                    "emulated links need root, or CAP_NET_ADMIN and CAP_SYS_ADMIN, which this process lacks; start it with sudo");
        }
        return Optional.empty();
    }

    private static boolean capable(int capability) {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(EFFECTIVE))
                    .map(line -> line.substring(EFFECTIVE.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, HEX) >>> capability & 1) == 1);
        } catch (IOException e) {
            return false;
        }
    }
}
