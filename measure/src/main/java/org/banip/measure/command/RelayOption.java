package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import org.banip.emulator.Privileges;
import org.banip.emulator.UserNamespace;
import picocli.CommandLine.Option;

/** Whether a relay stands for the emulated link. */
final class RelayOption {
    @Option(
            names = "--relay",
            description =
                    "Measure over a relay on loopback, which needs no privileges and whose results are approximate."
                            + " Default: only where emulated links are not available.")
    private boolean relay;

    /**
     * Runs the command again where emulated links are available, if they are wanted and not available here.
     *
     * @return how that ended; empty if there was no need or no way
     */
    Optional<Integer> elsewhere() throws IOException, InterruptedException {
        return relay ? Optional.empty() : UserNamespace.rerun();
    }

    /** Whether it is to be a relay; says why if nobody asked for one. */
    boolean relayed(PrintWriter err) {
        Optional<String> missing = Privileges.missing();
        if (!relay) {
            missing.ifPresent(what -> err.println(what + "; going on over a relay, whose results are approximate"));
        }
        return relay || missing.isPresent();
    }
}
