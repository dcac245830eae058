package org.banip.alerts.spi;

import org.banip.core.ban.SensorGroup;

/** A declaration that was read and checked as far as it can be without a BAN. Immutable. */
@FunctionalInterface
public interface DetectorPlan {
    /** Bytes of a detector that keeps no samples: its declaration, and what it has found. */
    long SMALL_BYTES = 4096;

    /**
     * A new detector for a group.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} if the group does not fit, as {@link DetectorSite} throws it
     */
    Detector start(DetectorSite site);

    /**
     * Bytes of memory that a detector of this plan takes for a group, roughly. A host counts them before it starts a detector that a BAN has declared.
     *
     * @return {@value #SMALL_BYTES} unless the plan says something else
     */
    default long memoryBytes(SensorGroup group) {
        return SMALL_BYTES;
    }
}
