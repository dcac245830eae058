package org.banip.mbu;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Transcoder;

/** Chooses the chains of groups for which the app sets none. */
final class DefaultChains {
    private static final int FEWEST_UNITS = 10;
    private static final long DEFAULT_KEY_NANOS = 60_000_000_000L; // of MobileBaseUnit.DEFAULT_CHAIN

    private DefaultChains() {}

    /**
     * The chains that the app set for single groups. Groups of events get a default of their own, because no chain for samples codes them; if the
     * common chain is encrypted, so is this one. Slow groups get a default of their own if the app set no other chain.
     *
     * @param chain the common chain
     * @throws org.banip.core.error.BanipException {@code INVALID_CHAIN} if it is wrong, and a group of events needs it
     */
    static Map<String, String> of(
            List<SensorGroup> groups, String chain, Map<String, String> given, Transcoders known) {
        Map<String, String> chains = new LinkedHashMap<>(given);
        for (SensorGroup group : groups) {
            if (group.events().isPresent() && !chains.containsKey(group.name())) {
                chains.put(group.name(), MobileBaseUnit.DEFAULT_EVENT_CHAIN + encryption(chain, known));
            }
        }
        if (chain.equals(MobileBaseUnit.DEFAULT_CHAIN)) {
            for (SensorGroup group : groups) {
                if (group.frequency().nanosOfUnit(FEWEST_UNITS) > DEFAULT_KEY_NANOS) {
                    chains.putIfAbsent(group.name(), MobileBaseUnit.DEFAULT_SLOW_CHAIN);
                }
            }
        }
        return chains;
    }

    /** The component that must be the last one of a chain, because it encrypts; empty if the chain has none. */
    private static String encryption(String chain, Transcoders known) {
        List<Transcoder> components = TranscodingChain.parse(chain, known).components();
        boolean encrypts = components.get(components.size() - 1).last();
        return encrypts ? "|" + chain.substring(chain.lastIndexOf('|') + 1) : "";
    }
}
