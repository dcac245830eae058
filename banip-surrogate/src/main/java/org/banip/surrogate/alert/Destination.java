package org.banip.surrogate.alert;

import org.jspecify.annotations.Nullable;

/**
 * Where deliveries go, which works or fails as a whole.
 *
 * @param contact the contact's name
 * @param ban the BAN whose MBU it is; empty if the contact is the same for all BANs
 */
record Destination(String contact, String ban) {
    /**
     * Where a contact is told of an alert of a BAN.
     *
     * @param contact null if it is not in the file of contacts
     */
    static Destination of(String name, @Nullable Contact contact, String ban) {
        return new Destination(name, contact != null && contact.way() instanceof Way.Wearer ? ban : "");
    }

    boolean isMbu() {
        return !ban.isEmpty();
    }

    /** For people. */
    @Override
    public String toString() {
        return isMbu() ? contact + " (MBU of BAN " + ban + ")" : contact;
    }
}
