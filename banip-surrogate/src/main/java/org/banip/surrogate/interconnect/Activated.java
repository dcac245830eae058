package org.banip.surrogate.interconnect;

import org.banip.surrogate.api.Surrogate;

/**
 * An interconnect and its surrogate.
 *
 * @param interconnect the interconnect
 * @param surrogate the surrogate, active
 * @param context what it was activated with
 */
record Activated(HostInterconnect interconnect, Surrogate surrogate, ActivationContext context) {}
