package org.banip.surrogate.detection;

import java.util.List;
import org.banip.alerts.AlertRules;

/**
 * The detectors that a BAN declares when it registers.
 *
 * @param declarations all of them, as the registration has them
 * @param rules those that this host runs
 */
record DeclaredRules(List<String> declarations, AlertRules rules) {
    /** A BAN that declares none. */
    static final DeclaredRules NONE = new DeclaredRules(List.of(), AlertRules.NONE);
}
