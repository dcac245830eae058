package org.banip.surrogate.detection;

import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorPlan;
import org.banip.alerts.spi.DetectorProvider;
import org.banip.alerts.spi.Parameters;
import org.banip.core.packet.Gap;

/** {@code broken}: a detector of somebody else that throws an exception at each sensor set. */
public final class BrokenProvider implements DetectorProvider {
    /** For {@link java.util.ServiceLoader}. */
    public BrokenProvider() {}

    @Override
    public String kind() {
        return "broken";
    }

    @Override
    public DetectorPlan read(Parameters parameters) {
        return site -> new Detector() {
            @Override
            public void sensorSet(byte[] bytes, int at, long nanos) {
                throw new IllegalStateException("as a test wants it");
            }

            @Override
            public void gap(long fromNanos, long toNanos, Gap.Reason reason) {}
        };
    }
}
