package org.banip.mbu;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.SensorGroup;

/** Chooses the chains of groups for which the app sets none. */
final class DefaultChains {
    private static final int FEWEST_UNITS = 10;
    private static final long DEFAULT_KEY_NANOS = 60_000_000_000L; // of MobileBaseUnit.DEFAULT_CHAIN

    private DefaultChains() {}

    /** The chains that the app set for single groups. If it set no other chain, slow groups get a default of their own. */
    static Map<String, String> of(List<SensorGroup> groups, String chain, Map<String, String> given) {
        Map<String, String> chains = new LinkedHashMap<>(given);
        if (chain.equals(MobileBaseUnit.DEFAULT_CHAIN)) {
            for (SensorGroup group : groups) {
                if (group.frequency().nanosOfUnit(FEWEST_UNITS) > DEFAULT_KEY_NANOS) {
                    chains.putIfAbsent(group.name(), MobileBaseUnit.DEFAULT_SLOW_CHAIN);
                }
            }
        }
        return chains;
    }
}
