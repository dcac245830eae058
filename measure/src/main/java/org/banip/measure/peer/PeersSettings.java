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
 * @param kinds kinds of run
 * @param links the links, one after the other
 * @param source the signal; its length is set for each run
 * @param load load of sensor sets, as a share of the uplink's rate
 * @param times lengths of the runs
 * @param parallel number of runs at the same time, if the link is the bottleneck
 * @param results folder of results; each run has a subfolder for its files
 * @param seed of the links' random effects
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
