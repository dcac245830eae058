package org.banip.surrogate.alert;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Logs rows of alerts whose checksums do not match, each once, although they are read again and again. */
final class DamagedRows {
    private static final Logger LOG = ServerLog.of(DamagedRows.class);
    private static final int MOST = 1000;
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private DamagedRows() {}

    /**
     * A row is damaged.
     *
     * @param row which one
     * @param what what is done with it
     */
    static void log(String row, String what) {
        if (LOGGED.size() < MOST && LOGGED.add(row)) {
            LOG.error("- {} is damaged in the store: {}; 'banip verify' names all damages", row, what);
        }
    }
}
