package org.banip.alerts.finding;

import java.util.Locale;

/** How bad a finding is. The declaration of the detector says it; the detector does not judge. */
public enum Severity {
    /** To be known. */
    LOW,
    /** To be looked at soon. */
    MEDIUM,
    /** To be looked at now. */
    HIGH;

    /** The word in declarations, for example {@code high}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }
}
