package org.banip.measure.peer;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import org.banip.measure.peer.process.Peers;

/**
 * Peers that need more than Java: a broker, a server. Where the environment says {@code BANIP_TEST_LINK=required}, Mosquitto must be there; other
 * programs may be missing anywhere.
 */
final class NeedsPrograms {
    private NeedsPrograms() {}

    /** Goes on only if the peer can be used here. */
    static void check(String peer) {
        if (!required(peer)) {
            assumeThat(Peers.peer(peer).missing()).as("what is missing").isEmpty();
        }
    }

    private static boolean required(String peer) {
        return peer.startsWith("mqtt") && "required".equals(System.getenv("BANIP_TEST_LINK"));
    }

    /** Those of them that a comparison must have a row of. */
    static List<String> expected(List<String> names) {
        return names.stream()
                .filter(name -> required(name)
                        || Peers.isBanip(name)
                        || Peers.peer(name).missing().isEmpty())
                .toList();
    }
}
