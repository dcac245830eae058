package org.banip.measure.http;

import java.util.List;
import org.banip.measure.http.transfer.Transfer;

/**
 * What the study measures.
 *
 * @param links the matrix
 * @param transfers on each link
 * @param repeats of each transfer by each version, an even number
 * @param atOnce most links at the same time
 * @param seed of the links' random effects, of pages and alarms
 */
public record HttpSettings(List<StudiedLink> links, List<Transfer> transfers, int repeats, int atOnce, long seed) {
    /** Copies the lists. */
    public HttpSettings {
        links = List.copyOf(links);
        transfers = List.copyOf(transfers);
        if (repeats < 2 || repeats % 2 != 0) {
            throw new IllegalArgumentException(
                    repeats + " repeats, allowed is an even number: the version changes after two loads");
        }
    }
}
