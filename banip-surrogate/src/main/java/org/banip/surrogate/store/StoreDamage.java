package org.banip.surrogate.store;

/**
 * Something in a store that is not as it was written.
 *
 * @param table the table; {@code file} or {@code write-ahead log} if it is not known or not the content of one
 * @param place interconnect, group and sequence number of an item, or another row; empty if it concerns all of the table
 * @param what what is wrong
 */
public record StoreDamage(String table, String place, String what) {
    /** One line. */
    public String text() {
        return table + (place.isEmpty() ? "" : ", " + place) + ": " + what;
    }
}
