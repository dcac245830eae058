package org.banip.alerts.finding;

import java.util.Locale;
import java.util.Optional;

/** How bad a finding is. The declaration of the detector says it; the detector does not judge. */
public enum Severity {
    /** To be known. */
    LOW(1),
    /** To be looked at soon. */
    MEDIUM(2),
    /** To be looked at now. */
    HIGH(3);

    private final int number;

    Severity(int number) {
        this.number = number;
    }

    /** 1 for low, 2 for medium, 3 for high. */
    public int number() {
        return number;
    }

    /** The severity with this number; empty if there is none. */
    static Optional<Severity> ofNumber(int number) {
        for (Severity severity : values()) {
            if (severity.number == number) {
                return Optional.of(severity);
            }
        }
        return Optional.empty();
    }

    /** The word in declarations, for example {@code high}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }
}
