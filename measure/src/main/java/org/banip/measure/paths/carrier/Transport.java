package org.banip.measure.paths.carrier;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.emulator.MultipathTcp;
import org.banip.measure.paths.scenario.StudiedCase;

/** A transport, with one path or all of them. */
public enum Transport {
    /** BANip over all paths. */
    BANIP("banip", true, true),
    /** BANip over all paths by HTTP/3. */
    BANIP_HTTP3("banip-http3", true, true),
    /** BANip over a single path. */
    BANIP_SINGLE("banip-single", true, false),
    /** Multipath TCP of the kernel. */
    MPTCP("mptcp", false, true),
    /** SCTP with the addresses of all paths. */
    SCTP("sctp", false, true),
    /** QUIC with all paths. */
    MPQUIC("mpquic", false, true),
    /** TCP of the kernel. */
    TCP("tcp", false, false);

    private final String token;
    private final boolean ours;
    private final boolean all;

    Transport(String token, boolean ours, boolean all) {
        this.token = token;
        this.ours = ours;
        this.all = all;
    }

    /**
     * The transport of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Transport named(String token) {
        for (Transport each : values()) {
            if (each.token.equals(token)) {
                return each;
            }
        }
        throw new IllegalArgumentException("there is no transport '" + token + "'; there are "
                + Arrays.stream(values()).map(Transport::token).collect(Collectors.joining(", ")));
    }

    /** Its name in results. */
    public String token() {
        return token;
    }

    /** Whether it is BANip. */
    public boolean ours() {
        return ours;
    }

    /** Whether it is BANip with a scheduler for several paths. */
    public boolean schedules() {
        return ours && all;
    }

    /** The program that carries it; empty if it needs none. */
    public Optional<BaselineProgram> program() {
        return switch (this) {
            case SCTP -> Optional.of(BaselineProgram.SCTP);
            case MPQUIC -> Optional.of(BaselineProgram.MPQUIC);
            case BANIP, BANIP_HTTP3, BANIP_SINGLE, MPTCP, TCP -> Optional.empty();
        };
    }

    /** Why this machine cannot carry it; empty if it can. */
    public Optional<String> missing() {
        return this == MPTCP ? MultipathTcp.missing() : program().flatMap(BaselineProgram::missing);
    }

    /** Whether a case may set the time after which a path is late. */
    public boolean detects() {
        return schedules() || this == SCTP;
    }

    /** The uplink that it has in any case; empty if it is a setting. */
    public Optional<String> uplink() {
        return this == BANIP_HTTP3 ? Optional.of(MbuSetup.HTTP3) : Optional.empty();
    }

    /** The numbers of the paths that it uses. */
    public List<Integer> paths(StudiedCase studied) {
        return all ? studied.allPaths() : List.of(studied.single());
    }
}
