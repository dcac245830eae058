package org.banip.surrogate.detection;

import java.util.Optional;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.jspecify.annotations.Nullable;

/** Groups that are not watched, because a detector threw an exception, until the operator's rules change. Any thread. */
public final class DetectorFaults {
    private final Supplier<AlertRules> rules;
    /** Guarded by this, as are the others: the rules by which the detectors failed. */
    private @Nullable AlertRules failedBy;

    private int number;
    private String last = "";

    /**
     * None yet.
     *
     * @param rules the operator's rules in force; the same object until they change
     */
    public DetectorFaults(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    /** A detector of a group of a BAN failed. */
    synchronized void failed(String ban, String group) {
        AlertRules by = rules.get();
        number = by == failedBy ? number + 1 : 1;
        failedBy = by;
        last = group + " of BAN " + ban;
    }

    /** Which groups are not watched, if any. */
    public synchronized Optional<String> problem() {
        return number == 0 || failedBy != rules.get()
                ? Optional.empty()
                : Optional.of("detectors failed " + number + " times; the last group that is not watched is " + last
                        + ", until the file of detectors changes or the session begins anew");
    }
}
