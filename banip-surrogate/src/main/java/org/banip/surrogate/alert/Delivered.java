package org.banip.surrogate.alert;

import java.util.List;
import java.util.UUID;

/**
 * A group of a BAN delivers, for the first time since its session is watched here: the silence that was found before is over.
 *
 * @param by whose rules they are by which its silence was found
 * @param group the group's name
 * @param item the sequence number of what it delivers first
 */
record Delivered(String ban, UUID session, String by, String group, long item) implements Report {
    /** Only a host finds the silence of a BAN that is absent: by its operator's rules, or by those that the BAN has declared. */
    static final List<String> FINDERS = List.of("host", "ban");
}
