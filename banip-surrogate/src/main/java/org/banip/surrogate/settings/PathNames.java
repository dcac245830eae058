package org.banip.surrogate.settings;

import java.util.Set;
import java.util.TreeSet;
import org.banip.core.interconnect.Protocol;

/** Names of paths as an operator lists them, separated by commas. */
final class PathNames {
    private static final int MOST = 64;

    private PathNames() {}

    /** Throws {@code IllegalArgumentException} for what no path can be called, and for too many. */
    static Set<String> parse(String text) {
        Set<String> names = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            String name = part.trim();
            if (!Protocol.isPathName(name)) {
                throw new IllegalArgumentException("'" + name + "' is no name of a path");
            }
            names.add(name);
        }
        if (names.size() > MOST) {
            throw new IllegalArgumentException(names.size() + " names are more than " + MOST);
        }
        return Set.copyOf(names);
    }

    static String print(Set<String> names) {
        return String.join(", ", new TreeSet<>(names));
    }
}
