package org.banip.mbu.spi;

/** The result of an offer of sensor sets. */
public enum OfferOutcome {
    /** The MBU took all of them. */
    ACCEPTED,
    /** There was not enough room. The sensor sets without room are declared to the surrogate host as a gap. */
    DROPPED,
    /** There was not enough room, and nothing was taken: the group's full policy is to refuse. Offer the same again later. */
    NO_ROOM,
    /** There was no room even for the declaration of a gap. If the sensor continues, the gap is declared when there is room again. */
    REJECTED,
    /**
     * The sensor sets are not later than the group's last one, and less than one second before it or as old as those of the last offer. They are lost. The MBU counts them
     * ({@code unitsOutOfOrder}), logs them and sends {@link MbuEvent.OutOfOrder}; {@code awaitDelivered} throws an exception. Sensor sets that are a
     * second or more before the last one are {@link #ACCEPTED}: the MBU starts a new sampling grid, because the clock was set back.
     */
    OUT_OF_ORDER,
    /** The group is retired ({@link org.banip.mbu.MobileBaseUnit#retireGroup}). The sensor sets are ignored. */
    RETIRED,
    /** The MBU is closed or has failed. The sensor sets are ignored. */
    CLOSED
}
