package org.banip.measure.peer;

import java.util.List;
import java.util.Set;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.peer.process.RunSource;
import org.banip.measure.results.ResultsFolder;

/**
 * What is to be compared.
 *
 * @param peers names, of {@link org.banip.measure.peer.process.Peers#names()}
 * @param kinds what is to be found out
 * @param links what it goes over, one after the other
 * @param source the signal; its length is set for each run
 * @param load sensor sets offered, as a share of the uplink's rate
 * @param times how long each takes
 * @param parallel how many runs at once, where the link is the bottleneck
 * @param results a folder; each run has one for its own files below it
 * @param seed of all that links leave to chance
 */
public record PeersSettings(
        List<String> peers,
        Set<RunKind> kinds,
        List<LinkProfile> links,
        RunSource source,
        double load,
        RunTimes times,
        int parallel,
        ResultsFolder results,
        long seed) {
    /** Copies the collections. */
    public PeersSettings {
        peers = List.copyOf(peers);
        kinds = Set.copyOf(kinds);
        links = List.copyOf(links);
    }
}
