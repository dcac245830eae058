package org.banip.surrogate.alert;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.banip.alerts.finding.Severity;

/** How soon somebody must react to an alert: the priorities of IEC 60601-1-8. */
public enum Priority {
    /** The wearer or a nurse should know. */
    LOW(0),
    /** Prompt response. */
    MEDIUM(1),
    /** Immediate response. */
    HIGH(2);

    private final int urgency;

    Priority(int urgency) {
        this.urgency = urgency;
    }

    /** The number in the store: what is more urgent has a higher one. */
    int urgency() {
        return urgency;
    }

    /** The word in files, in JSON and in the store, for example {@code high}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The priority of a finding of which no rule says another one. */
    static Priority of(Severity severity) {
        return valueOf(severity.name());
    }

    /**
     * Reads a word.
     *
     * @throws IllegalArgumentException if it is none of them
     */
    static Priority parse(String word) {
        return Arrays.stream(values())
                .filter(priority -> priority.token().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("priority '" + word + "' is not known; allowed are " + allowed()));
    }

    private static String allowed() {
        return Arrays.stream(values()).map(Priority::token).collect(Collectors.joining(", "));
    }
}
