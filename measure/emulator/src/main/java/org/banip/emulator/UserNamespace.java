package org.banip.emulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        List<String> all = new ArrayList<>(UNSHARE);
        all.addAll(command);
        return all;
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
        ProcessBuilder builder = new ProcessBuilder(command(own())).inheritIO();
        builder.environment().put(INSIDE, "yes");
        Process process = builder.start();
        Thread hook = new Thread(process::destroy, "banip-user-namespace");
        Runtime.getRuntime().addShutdownHook(hook);
        int code = process.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return Optional.of(code); // the JVM is ending, too
        }
        return Optional.of(code);
    }

    /** The command line of this process. */
    private static List<String> own() throws IOException {
        String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.UTF_8);
        List<String> arguments =
                new ArrayList<>(List.of(line.substring(0, line.length() - 1).split("\0", -1)));
        Optional<String> java = ProcessHandle.current().info().command();
        java.ifPresent(path -> arguments.set(0, path));
        return arguments;
    }
}
