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

    /**
     * The chains that the app set for single groups. Groups of events get a default of their own, because no chain for samples codes them. So do slow
     * groups, if the app set no other chain.
     */
    static Map<String, String> of(List<SensorGroup> groups, String chain, Map<String, String> given) {
        Map<String, String> chains = new LinkedHashMap<>(given);
        for (SensorGroup group : groups) {
            if (group.events().isPresent()) {
                chains.putIfAbsent(group.name(), MobileBaseUnit.DEFAULT_EVENT_CHAIN);
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
}
