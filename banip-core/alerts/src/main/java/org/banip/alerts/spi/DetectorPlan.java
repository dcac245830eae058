package org.banip.alerts.spi;

/** A declaration that was read and checked as far as it can be without a BAN. Immutable. */
@FunctionalInterface
public interface DetectorPlan {
    /**
     * A new detector for a group.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} if the group does not fit, as {@link DetectorSite} throws it
     */
    Detector start(DetectorSite site);
}
