package org.banip.measure.cpi.process;

import java.time.Duration;
import org.banip.core.json.JsonObject;
import org.banip.mbu.MobileBaseUnitBuilder;

/** How long the host may let acknowledgements for the MBU of a run wait. */
final class MbuAcknowledgements {
    private static final String NAME = "acknowledgeWithinMillis";

    private MbuAcknowledgements() {}

    /** From {@code acknowledgeWithinMillis}, 0 to 10,000; if it is absent, the MBU keeps its own default. */
    static void set(JsonObject specification, MobileBaseUnitBuilder builder) {
        if (specification.has(NAME)) {
            builder.acknowledgeWithin(Duration.ofMillis(specification.integer(NAME, 0, 10_000)));
        }
    }
}
