package org.banip.surrogate.alert;

/**
 * Where deliveries go, which works or fails as a whole.
 *
 * @param contact the contact's name
 * @param ban the BAN whose MBU it is; empty if the contact is the same for all BANs
 */
record Destination(String contact, String ban) {
    boolean isMbu() {
        return !ban.isEmpty();
    }

    /** For people. */
    @Override
    public String toString() {
        return isMbu() ? contact + " (MBU of BAN " + ban + ")" : contact;
    }
}
