package org.banip.measure.peer;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import org.banip.measure.peer.process.Peers;

/** Peers that need more than Java: a broker, a server, Python. Where the environment says {@code BANIP_TEST_PEERS=required}, all must be there. */
final class NeedsPrograms {
    private NeedsPrograms() {}

    /** Goes on only if the peer can be used here. */
    static void check(String peer) {
        if (!required()) {
            assumeThat(Peers.peer(peer).missing()).as("what is missing").isEmpty();
        }
    }

    private static boolean required() {
        return "required".equals(System.getenv("BANIP_TEST_PEERS"));
    }

    /** Those of them that a comparison must have a row of. */
    static List<String> expected(List<String> names) {
        return names.stream()
                .filter(name -> required()
                        || Peers.isBanip(name)
                        || Peers.peer(name).missing().isEmpty())
                .toList();
    }
}
