package org.banip.measure.faults;

/** Where a fault happens. */
enum Place {
    /** The MBU's process, its disk, its clock. */
    MBU("mbu"),
    /** The wireless service broker. */
    BROKER("broker"),
    /** The surrogate host, its disk, its clock. */
    HOST("host"),
    /** PostgreSQL, if it is the store. With SQLite the host is its own database. */
    DATABASE("database"),
    /** The connections between MBU and broker. */
    ACCESS("mbu-broker"),
    /** The connections between broker and host. */
    BACKHAUL("broker-host");

    private final String text;

    Place(String text) {
        this.text = text;
    }

    /** Whether it is a way between two processes. */
    boolean isLink() {
        return this == ACCESS || this == BACKHAUL;
    }

    @Override
    public String toString() {
        return text;
    }
}
