package org.banip.surrogate.interconnect;

import org.banip.surrogate.activation.SurrogateLife;

/**
 * An interconnect and its surrogate.
 *
 * @param interconnect the interconnect
 * @param life the surrogate's
 * @param context what it is activated with
 */
record Activated(HostInterconnect interconnect, SurrogateLife life, ActivationContext context) {}
