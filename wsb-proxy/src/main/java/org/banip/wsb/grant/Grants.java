package org.banip.wsb.grant;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.banip.server.file.Lines;
import org.banip.server.grant.BanPattern;
import org.banip.wsb.spi.Identity;

/**
 * The BANs that each identity may register. Everything that is not granted is denied.
 *
 * <p>A grants file has lines {@code identity: pattern pattern …}; the identity {@code *} means all identities. An identity has the grants of all its
 * lines.
 *
 * @param patterns by identity, or {@code *}
 */
public record Grants(Map<String, List<BanPattern>> patterns) {
    private static final String EVERYBODY = "*";
    private static final Grants OF_ALL = new Grants(Map.of(EVERYBODY, List.of(new BanPattern("*"))));
    private static final Grants OF_OWN_NAME = new Grants(Map.of(EVERYBODY, List.of(new BanPattern("@self"))));

    /** Copies. */
    public Grants {
        patterns = Map.copyOf(patterns);
    }

    /** The grants without a file, {@code *: @self}: each identity may register the BAN with its name. */
    public static Grants ofOwnName() {
        return OF_OWN_NAME;
    }

    /** Each identity may register every BAN. */
    public static Grants ofAll() {
        return OF_ALL;
    }

    /** What an MBU is told whose user may not register its BAN; nothing of other users' grants. */
    public String refusal() {
        return equals(OF_OWN_NAME)
                ? "this broker lets a user register only the BAN that is named like the user; for other BANs it needs a"
                        + " grants file (setting grants-file) with a line for this user"
                : "the broker's grants do not let this user register this BAN";
    }

    /**
     * Reads a grants file.
     *
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public static Grants read(Path path) {
        Map<String, List<BanPattern>> patterns = new HashMap<>();
        Lines.of(path).forEach(line -> {
            int colon = line.indexOf(':');
            String identity = colon < 0 ? line : line.substring(0, colon).trim();
            if (colon < 0 || !(identity.equals(EVERYBODY) || Identity.isName(identity))) {
                throw new IllegalArgumentException(
                        "must be IDENTITY: BAN BAN …, the identity being * or " + Identity.ALLOWED);
            }
            if (line.indexOf(',', colon) >= 0) {
                throw new IllegalArgumentException("BANs are separated by blanks, not by commas");
            }
            List<BanPattern> granted = new ArrayList<>(patterns.getOrDefault(identity, List.of()));
            for (String text : line.substring(colon + 1).trim().split("\\s+", -1)) {
                granted.add(new BanPattern(text));
            }
            patterns.put(identity, Collections.unmodifiableList(granted));
        });
        return new Grants(patterns);
    }

    /** Whether the identity may register this BAN. */
    public boolean permit(Identity identity, String banId) {
        return permit(identity.name(), identity, banId) || permit(EVERYBODY, identity, banId);
    }

    private boolean permit(String line, Identity identity, String banId) {
        return patterns.getOrDefault(line, List.of()).stream()
                .anyMatch(pattern -> pattern.matches(identity.name(), banId));
    }
}
