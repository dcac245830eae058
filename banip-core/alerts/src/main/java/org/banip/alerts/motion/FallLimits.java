package org.banip.alerts.motion;

/**
 * What makes a fall.
 *
 * @param freeFall the acceleration is below at first, in g
 * @param impact then above, in g
 * @param withinNanos within this time
 * @param stillSpread then it stays this close to 1 g, in g
 * @param stillNanos for this time
 * @param settleNanos which must begin within this time after the last impact
 */
record FallLimits(
        double freeFall, double impact, long withinNanos, double stillSpread, long stillNanos, long settleNanos) {}
