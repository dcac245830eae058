package org.banip.emulator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Gives a process a mount namespace of its own (mount_namespaces(7)): what it mounts is seen by it and its children only, and goes with the last of
 * them. A process with threads cannot move into one without help, so it starts itself again.
 */
public final class MountNamespace {
    private static final String INSIDE = "BANIP_MOUNT_NAMESPACE";
    private static final List<String> AS_ROOT =
            List.of("unshare", "--mount", "--propagation", "private", "setpriv", "--pdeathsig", "KILL", "--");
    private static final List<String> AS_USER = List.of(
            "unshare",
            "--user",
            "--map-root-user",
            "--mount",
            "--propagation",
            "private",
            "setpriv",
            "--pdeathsig",
            "KILL",
            "--");
    private static final long PATIENCE_SECONDS = 10;

    private MountNamespace() {}

    /**
     * If this process is not in a mount namespace of its own and can be, runs it again there with the same arguments, streams and environment, and
     * waits for its end. The other process is killed if this one is.
     *
     * @return exit code of the other process; empty if it is there already, or cannot be
     */
    public static Optional<Integer> rerun() throws IOException, InterruptedException {
        if (System.getenv(INSIDE) != null
                || !SystemCommands.installed("unshare")
                || !SystemCommands.installed("setpriv")) {
            return Optional.empty();
        }
        for (List<String> prefix : List.of(AS_ROOT, AS_USER)) {
            if (works(prefix)) {
                return Optional.of(Rerun.inside(prefix, INSIDE));
            }
        }
        return Optional.empty();
    }

    private static boolean works(List<String> prefix) throws InterruptedException {
        try {
            Process trial = new ProcessBuilder(Rerun.joined(prefix, List.of("mount", "-t", "tmpfs", "tmpfs", "/mnt")))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (trial.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return trial.exitValue() == 0;
            }
            trial.destroyForcibly();
            return false;
        } catch (IOException e) {
            return false;
        }
    }
}
