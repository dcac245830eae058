package org.banip.mbu.discovery;

import java.net.IDN;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names to which an MBU may send its credentials: domains, and what is below them. Whoever forges an answer can name any machine that has a
 * certificate for its own name. With this list only machines count that have a certificate for a name of a domain that the app has given.
 */
final class TrustedNames {
    private static final Pattern NAME = Pattern.compile(
            "(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*");
    private static final Pattern NUMBER = Pattern.compile("(.*\\.)?[0-9]+");
    private static final String THIS_MACHINE = "localhost";

    private final List<String> domains;

    /** @throws IllegalArgumentException if one is no domain, or is a whole top-level domain */
    TrustedNames(List<String> domains) {
        this(domains, THIS_MACHINE);
    }

    /** @param alsoWhole a top-level domain that may be trusted as a whole */
    TrustedNames(List<String> domains, String alsoWhole) {
        List<String> all = new ArrayList<>();
        for (String domain : domains) {
            String name = normalized(domain);
            if (!name.contains(".") && !name.equals(alsoWhole)) {
                throw new IllegalArgumentException("brokers: '" + domain
                        + "' is a top-level domain, and everybody may be below it; give your own domain");
            }
            all.add(name);
        }
        this.domains = Collections.unmodifiableList(all);
    }

    /**
     * A name of DNS in lower case, without a point at its end, in ASCII.
     *
     * @throws IllegalArgumentException if it is none
     */
    static String normalized(String name) {
        String ascii;
        try {
            ascii = IDN.toASCII(name.endsWith(".") ? name.substring(0, name.length() - 1) : name)
                    .toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("brokers: '" + name + "' is no name of DNS: " + e.getMessage(), e);
        }
        if (!NAME.matcher(ascii).matches() || NUMBER.matcher(ascii).matches()) {
            throw new IllegalArgumentException("brokers: '" + name + "' is no name of DNS");
        }
        return ascii;
    }

    /** Whether a name, as {@link #normalized}, is one of these or below one of them. */
    boolean has(String name) {
        return domains.stream().anyMatch(domain -> name.equals(domain) || name.endsWith("." + domain));
    }

    @Override
    public String toString() {
        return String.join(", ", domains);
    }
}
