package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import org.banip.emulator.Privileges;
import org.banip.emulator.UserNamespace;
import picocli.CommandLine.Option;

/** Whether a relay replaces the emulated link. */
final class RelayOption {
    @Option(
            names = "--relay",
            description = "Measure over a relay on loopback. It needs no privileges, and its results are approximate."
                    + " Default: only if emulated links are not available.")
    private boolean relay;

    /**
     * Runs the command again where emulated links are available, if they are wanted and not available here.
     *
     * @return its exit code; empty if that is not necessary or not possible
     */
    Optional<Integer> elsewhere() throws IOException, InterruptedException {
        return relay ? Optional.empty() : UserNamespace.rerun();
    }

    /** Whether to use a relay; prints the reason if it was not asked for. */
    boolean relayed(PrintWriter err) {
        Optional<String> missing = Privileges.missing();
        if (!relay) {
            missing.ifPresent(what -> err.println(what + "; measuring over a relay, whose results are approximate"));
        }
        return relay || missing.isPresent();
    }
}
