package org.banip.emulator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Gives a process the privileges that {@link EmulatedNetwork} needs, in a user namespace of its own (user_namespaces(7)), if the machine allows
 * that. A process with threads cannot move into a user namespace, so it starts itself again.
 */
public final class UserNamespace {
    private static final String INSIDE = "BANIP_USER_NAMESPACE";

    /** Names of namespaces are files in /run, which an ordinary user cannot write. So the user namespace has another /run. */
    private static final String PREPARE = "mount -t tmpfs tmpfs /run && exec \"$@\"";

    private static final List<String> UNSHARE =
            List.of("unshare", "--user", "--map-root-user", "--net", "--mount", "sh", "-c", PREPARE, "sh");
    private static final long PATIENCE_SECONDS = 10;

    private UserNamespace() {}

    /** A command that runs another one with the privileges. */
    public static List<String> command(List<String> command) {
        return Rerun.joined(UNSHARE, command);
    }

    /** Whether that works on this machine; creates a TUN device as a test. */
    public static boolean allowed() throws InterruptedException {
        if (System.getenv(INSIDE) != null || !SystemCommands.installed("unshare") || !SystemCommands.installed("ip")) {
            return false;
        }
        List<String> trial = command(
                List.of("sh", "-c", "ip netns add trial && ip netns del trial && ip tuntap add mode tun name trial"));
        try {
            Process process = new ProcessBuilder(trial)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * If this process lacks the privileges and can get them in this way, runs it again with the same arguments, streams and environment, and waits
     * for its end.
     *
     * @return exit code of the other process; empty if it is not necessary or not possible
     */
    public static Optional<Integer> rerun() throws IOException, InterruptedException {
        if (Privileges.missing().isEmpty() || !allowed()) {
            return Optional.empty();
        }
        return Optional.of(Rerun.inside(UNSHARE, INSIDE));
    }
}
