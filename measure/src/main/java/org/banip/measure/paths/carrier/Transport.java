package org.banip.measure.paths.carrier;

import java.util.List;
import java.util.stream.IntStream;
import org.banip.measure.paths.scenario.StudiedCase;

/** A transport, with one path or all of them. */
public enum Transport {
    /** BANip over all paths. */
    BANIP("banip", true, true),
    /** BANip over a single path. */
    BANIP_SINGLE("banip-single", true, false),
    /** Multipath TCP of the kernel. */
    MPTCP("mptcp", false, true),
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

    /** Its name in results. */
    public String token() {
        return token;
    }

    /** Whether it is BANip. */
    public boolean ours() {
        return ours;
    }

    /** The numbers of the paths that it uses. */
    public List<Integer> paths(StudiedCase studied) {
        return all ? IntStream.range(0, studied.paths().size()).boxed().toList() : List.of(studied.single());
    }
}
