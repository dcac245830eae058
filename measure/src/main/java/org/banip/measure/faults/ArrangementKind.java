package org.banip.measure.faults;

import java.time.Duration;
import java.util.List;

/**
 * How an arrangement is made up. Immutable.
 *
 * @param number of the arrangement, from 0; the rest follows from it
 * @param postgresql whether the store is in PostgreSQL; otherwise it is an SQLite file
 * @param spool where the MBU keeps packets
 * @param uplink of the MBU
 * @param disks whether spool and store are on disks that can be full or read-only
 * @param clocks whether clocks can jump
 */
record ArrangementKind(int number, boolean postgresql, Spool spool, String uplink, boolean disks, boolean clocks) {
    private static final List<String> UPLINKS = List.of("chunked", "duplex", "http2", "persistent", "per-request");

    /** Where the MBU keeps packets. */
    enum Spool {
        PACKET("spool synced for each packet"),
        MEMORY("spool in memory"),
        SECOND("spool synced each second");

        private final String text;

        Spool(String text) {
            this.text = text;
        }

        /** How often the directory is synced; zero for each packet. */
        Duration syncEvery() {
            return this == SECOND ? Duration.ofSeconds(1) : Duration.ZERO;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** The kind with this number: all spools, uplinks and databases take turns. */
    static ArrangementKind of(int number, FaultsSettings settings, Possible possible) {
        List<Boolean> databases = settings.databases();
        return new ArrangementKind(
                number,
                databases.get(number % databases.size()),
                Spool.values()[number % Spool.values().length],
                UPLINKS.get(number % UPLINKS.size()),
                possible.disks(),
                possible.clocks());
    }

    /** Whether a fault is possible at a place. */
    boolean allows(FaultKind kind, Place place) {
        return switch (kind) {
            case DISK_FULL, READ_ONLY -> disks && (place == Place.MBU ? spool != Spool.MEMORY : !postgresql);
            case CLOCK -> clocks;
            default -> place != Place.DATABASE || postgresql;
        };
    }

    @Override
    public String toString() {
        return (postgresql ? "PostgreSQL" : "SQLite") + ", " + uplink + ", " + spool;
    }
}
