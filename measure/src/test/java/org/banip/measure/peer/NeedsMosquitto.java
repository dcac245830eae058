package org.banip.measure.peer;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import org.banip.measure.peer.process.Peers;
import org.banip.measure.peer.transport.Peer;

/** Tests of MQTT, which need its broker; where the environment says {@code BANIP_TEST_LINK=required}, it must be there. */
final class NeedsMosquitto {
    private NeedsMosquitto() {}

    /** Goes on only if the peer can be used here. */
    static void check(Peer peer) {
        if (!required()) {
            assumeThat(peer.missing()).as("what is missing").isEmpty();
        }
    }

    private static boolean required() {
        return "required".equals(System.getenv("BANIP_TEST_LINK"));
    }

    /** Those of them that a comparison must have a row of: all, or without the broker all but MQTT. */
    static List<String> expected(List<String> names) {
        return names.stream()
                .filter(name -> required()
                        || Peers.isBanip(name)
                        || Peers.peer(name).missing().isEmpty())
                .toList();
    }
}
