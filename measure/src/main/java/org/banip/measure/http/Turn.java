package org.banip.measure.http;

import java.util.ArrayList;
import java.util.List;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;

/**
 * One load in the order of a run.
 *
 * @param repeat counts the loads of a transfer by a version, from 0
 */
record Turn(Protocol protocol, Transfer transfer, int repeat) {
    private static final int BEFORE_CHANGE = 2;

    /** All loads of a run: the version changes after two loads, and another one begins each time. */
    static List<Turn> plan(List<Transfer> transfers, int repeats) {
        List<Turn> turns = new ArrayList<>();
        List<Protocol> protocols = List.of(Protocol.values());
        for (int repeat = 0; repeat < repeats; repeat += BEFORE_CHANGE) {
            for (Transfer transfer : transfers) {
                for (int i = 0; i < protocols.size(); i++) {
                    Protocol protocol = protocols.get((i + repeat / BEFORE_CHANGE) % protocols.size());
                    if (takes(protocol, transfer)) {
                        turns.add(new Turn(protocol, transfer, repeat));
                        turns.add(new Turn(protocol, transfer, repeat + 1));
                    }
                }
            }
        }
        return turns;
    }

    /** Early data need a session that is resumed. */
    private static boolean takes(Protocol protocol, Transfer transfer) {
        return protocol != Protocol.HTTP3_EARLY || transfer.resumes() || transfer instanceof Transfer.OfPage;
    }

    /** Expected seconds on a link. */
    double expectedSeconds(StudiedLink link) {
        double roundTrips = transfer instanceof Transfer.OfPage ? 7 : 3;
        double overhead = 1.1 + link.lossPercent() / 10;
        return transfer.bytes() * overhead / link.bytesPerSecond() + roundTrips * link.rttMillis() / 1000 + 0.02;
    }
}
