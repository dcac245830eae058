package org.banip.surrogate.alert;

import java.util.UUID;

/**
 * A group of a BAN delivers, for the first time since its session is watched here: the silence that was found before is over.
 *
 * @param group the group's name
 */
record Delivered(String ban, UUID session, String group) implements Report {
    /** Only a host finds the silence of a BAN that is absent. */
    @Override
    public String by() {
        return "host";
    }
}
