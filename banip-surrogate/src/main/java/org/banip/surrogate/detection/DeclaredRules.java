package org.banip.surrogate.detection;

import java.util.List;
import org.banip.alerts.AlertRules;
import org.banip.core.text.Counted;

/**
 * The detectors that a BAN declares when it registers.
 *
 * @param number how many they are
 * @param declarations as the registration has them; empty for a host that runs none, so that they take no memory there
 * @param rules those that this host runs
 * @param bytes memory that they take, roughly
 */
record DeclaredRules(int number, List<String> declarations, AlertRules rules, long bytes) {
    /** A BAN that declares none. */
    static final DeclaredRules NONE = new DeclaredRules(0, List.of(), AlertRules.NONE, 0);

    /** How many are declared and run, for the log. */
    String line() {
        return Counted.of(number, "detector") + ", this host runs "
                + rules.names().size() + " of them, with " + bytes + " bytes of memory";
    }
}
