package org.banip.core.ban;

/** The urgency of a group. If the link cannot carry everything, groups are sent in this order. */
public enum ServiceClass {
    /** Must arrive first: alarms, events. Never thinned. */
    ALARM,
    /** Is watched live: ECG, pleth. */
    LIVE,
    /** Must be complete, but may be late: acceleration, trends. */
    BULK;

    /** The token in descriptions, for example {@code live}. */
    public String token() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
