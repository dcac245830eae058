package org.banip.measure.paths.carrier;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.measure.paths.scenario.StudiedCase;
import org.banip.measure.peer.transport.Programs;

/**
 * A transport in a program of its own, because neither the kernel nor Java has it. Its sources are in {@code measure/baselines}, docs/measuring.md says
 * how to build it.
 */
public enum BaselineProgram {
    /** SCTP in UDP, on usrsctp. */
    SCTP("banip-sctp", "BANIP_SCTP", "reno (SCTP)"),
    /** Multipath QUIC, on noq. */
    MPQUIC("banip-mpquic", "BANIP_MPQUIC", "cubic (QUIC)");

    private static final Duration LEAST_TIME_OUT = Duration.ofMillis(200);
    /** Longer than a round trip behind a full queue; with the minute of RFC 9260 a transfer over a dead path stands still for a minute. */
    private static final Duration MOST_TIME_OUT = Duration.ofSeconds(5);

    private static final Duration MOST_TIME_OUT_WITH_BACKUP = Duration.ofSeconds(1);

    private final String file;
    private final String variable;
    private final String congestionControl;

    BaselineProgram(String file, String variable, String congestionControl) {
        this.file = file;
        this.variable = variable;
        this.congestionControl = congestionControl;
    }

    /** What a case needs beside addresses and sizes, at both ends. */
    List<String> arguments(StudiedCase studied) {
        boolean backup = studied.backup().isPresent();
        return switch (this) {
            case SCTP -> sctp(studied.variation().detectAfter().orElse(LEAST_TIME_OUT), backup);
            case MPQUIC -> backup ? List.of("--backup") : List.of();
        };
    }

    private static List<String> sctp(Duration least, boolean backup) {
        List<String> arguments = new ArrayList<>(List.of("--rto-min", String.valueOf(least.toMillis())));
        arguments.addAll(List.of("--concurrent", backup ? "0" : "1"));
        Duration most = backup ? MOST_TIME_OUT_WITH_BACKUP : MOST_TIME_OUT;
        arguments.addAll(List.of("--rto-max", String.valueOf(Math.max(least.toMillis(), most.toMillis()))));
        return arguments;
    }

    /** Its congestion control, as results name it. */
    public String congestionControl() {
        return congestionControl;
    }

    /** Its path, if it is on this machine. */
    Optional<Path> executable() {
        String named = System.getenv(variable);
        return (named == null
                        ? Programs.find(file)
                        : Optional.of(Path.of(named)).filter(Programs::isProgram))
                .map(Path::toAbsolutePath);
    }

    /** Why it cannot be used here; empty if it can. */
    public Optional<String> missing() {
        Optional<Path> executable = executable();
        if (executable.isEmpty()) {
            return Optional.of("this needs " + file + " (docs/measuring.md), which is neither on the PATH nor named by "
                    + variable);
        }
        return Programs.printed(List.of(executable.get().toString(), "--version"))
                        .isPresent()
                ? Optional.empty()
                : Optional.of(
                        executable.get() + " does not start; it must be built on this machine (docs/measuring.md)");
    }
}
