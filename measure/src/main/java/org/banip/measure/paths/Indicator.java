package org.banip.measure.paths;

import org.banip.measure.paths.scenario.Scenario;

/** The figure that a scenario is about. */
enum Indicator {
    /** Goodput divided by the capacity of the paths. */
    OF_CAPACITY("goodput / capacity"),
    /** How long the transfer took. */
    SECONDS("transfer, s"),
    /** The longest time without a delivery. */
    LONGEST_GAP("longest gap, s"),
    /** Packets of BANip sent again, or by a second path as well. */
    SENT_AGAIN("packets sent again"),
    /** Of the bytes on the path that a TCP flow uses, too. */
    SHARE("share of the path"),
    /** Bytes on the path that has a price. */
    COSTLY_BYTES("costly kB"),
    /** From raising an alarm to the live subscriber, the latest one after the path has died. */
    LATEST_ALARM("latest alarm, s");

    private final String words;

    Indicator(String words) {
        this.words = words;
    }

    static Indicator of(Scenario scenario) {
        return switch (scenario) {
            case PALS, HAND_OVER -> OF_CAPACITY;
            case REGIONAL -> SECONDS;
            case FAIL_OVER, PATH_BREAK, SOAK -> LONGEST_GAP;
            case OKUNISHI -> SENT_AGAIN;
            case SHARED -> SHARE;
            case COST -> COSTLY_BYTES;
            case ALARM -> LATEST_ALARM;
        };
    }

    /** For results. */
    String words() {
        return words;
    }
}
