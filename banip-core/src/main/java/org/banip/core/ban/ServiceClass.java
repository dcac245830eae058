package org.banip.core.ban;

/** How urgent a group is; the order is the order of sending when the link cannot carry everything. */
public enum ServiceClass {
    /** Must arrive first: alarms, events. Never thinned. */
    ALARM,
    /** Watched as it happens: ECG, pleth. */
    LIVE,
    /** Wanted complete, not at once: acceleration, trends. */
    BULK;

    /** The token in descriptions, for example {@code live}. */
    public String token() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
