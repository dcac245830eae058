package org.banip.measure.peer;

import static org.assertj.core.api.Assumptions.assumeThat;

import org.banip.measure.peer.transport.Peer;

/** Tests of MQTT, which need its broker; where the environment says {@code BANIP_TEST_LINK=required}, it must be there. */
final class NeedsMosquitto {
    private NeedsMosquitto() {}

    /** Goes on only if the peer can be used here. */
    static void check(Peer peer) {
        if (!"required".equals(System.getenv("BANIP_TEST_LINK"))) {
            assumeThat(peer.missing()).as("what is missing").isEmpty();
        }
    }
}
