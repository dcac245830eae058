package org.banip.surrogate.store;

/**
 * Something in a store that is not as it was written.
 *
 * @param table the table; {@code file} or {@code write-ahead log} if it is not known or not the content of one
 * @param place interconnect, group and sequence number of an item, or another row; empty if it concerns all of the table
 * @param what what is wrong
 */
public record StoreDamage(String table, String place, String what) {
    /** A row is not as it was written. */
    static final String CHECKSUM = "its checksum does not match its content";
    /** Follows what cannot be read, before the reason. */
    static final String UNREADABLE = "cannot be read: ";
    /** Before what a row should belong to. */
    static final String STRAY = "belongs to no ";
    /** After the verb, of items that have no row. */
    static final String MISSING = "missing";
    /** Before the number that an item should not follow. */
    static final String UNORDERED = "follows number ";

    /** One line. */
    public String text() {
        return table + (place.isEmpty() ? "" : ", " + place) + ": " + what;
    }
}
