package org.banip.measure.cpi;

/**
 * Digests of what was sensed, stored and seen live, instants included.
 *
 * @param sensed by the MBU process
 * @param live by the subscriber
 * @param stored by the host, read back
 */
record Exactness(String sensed, String live, String stored) {
    /** Whether everything sensed, and nothing else, was stored and seen, byte for byte and in order. */
    boolean exact() {
        return !sensed.isEmpty() && sensed.equals(live) && sensed.equals(stored);
    }
}
