package org.banip.wsb.host;

import java.util.List;

/**
 * How many hosts a broker has, and what is wrong with some of them.
 *
 * @param known the hosts of the directory that may be used
 * @param usable of these, those that live and share the store, so that they get registrations
 * @param problems one text for each of the others
 */
public record HostsHealth(int known, int usable, List<String> problems) {
    /** Copies the list. */
    public HostsHealth {
        problems = List.copyOf(problems);
    }
}
