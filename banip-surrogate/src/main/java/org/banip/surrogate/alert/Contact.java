package org.banip.surrogate.alert;

/**
 * Somebody who is told of alerts.
 *
 * @param name 1 to 63 of {@code a-z 0-9 -}, begins with a letter
 * @param way how
 */
record Contact(String name, Way way) {
    /** Never with a key. */
    @Override
    public String toString() {
        return name;
    }
}
