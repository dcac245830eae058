package org.banip.surrogate.jini.lookup;

import java.util.logging.Level;
import java.util.logging.Logger;

/** What Reggie tells of its start and its end at INFO: BANip's own log has that, so it is left out, unless the operator has set a level. */
final class ReggieLog {
    private static final Logger REGGIE = Logger.getLogger("com.sun.jini.reggie");

    private ReggieLog() {}

    /** Leaves it out from now on. */
    static void leaveOut() {
        if (!isConfigured()) {
            REGGIE.setLevel(Level.WARNING);
        }
    }

    /** By its name or by a part of it; the level of all loggers together says nothing about this one. */
    private static boolean isConfigured() {
        for (Logger logger = REGGIE; !logger.getName().isEmpty(); logger = logger.getParent()) {
            if (logger.getLevel() != null) {
                return true;
            }
        }
        return false;
    }
}
