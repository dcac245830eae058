package org.banip.mbu.spi;

/** What became of sensor sets that an app offered. */
public enum OfferOutcome {
    /** They are on their way. */
    ACCEPTED,
    /** There was no room for all; those that found none are declared to the surrogate host as a gap. */
    DROPPED,
    /** There was not even room to declare a gap. If the sensor goes on, what is missing is declared when there is room again. */
    REJECTED,
    /** They do not come after the group's last ones; ignored. */
    OUT_OF_ORDER,
    /** The MBU is closed or has failed; ignored. */
    CLOSED
}
