package org.banip.measure.cpi;

/**
 * Digests of the sensed, stored and live sensor sets, instants included.
 *
 * @param sensed by the MBU process
 * @param live by the subscriber
 * @param stored by the host, read back
 */
record Exactness(String sensed, String live, String stored) {
    /** Whether exactly the sensed sensor sets were stored and delivered live, byte for byte and in order. */
    boolean exact() {
        return !sensed.isEmpty() && sensed.equals(live) && sensed.equals(stored);
    }
}
