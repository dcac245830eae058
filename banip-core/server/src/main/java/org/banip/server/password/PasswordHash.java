package org.banip.server.password;

import at.favre.lib.crypto.bcrypt.BCrypt;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bcrypt hash in its text form, {@code $2y$10$…} as {@code htpasswd -B} writes it; {@code $2a$} and {@code $2b$} are the same
 * algorithm.
 *
 * @param text 60 characters
 */
public record PasswordHash(String text) {
    /** Lowest and highest cost: 2 to this power rounds. Above the most, one attempt would take many seconds. */
    public static final int MIN_COST = 4;

    /** See {@link #MIN_COST}. */
    public static final int MAX_COST = 15;

    private static final Pattern FORM = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");

    /** Checks form and cost. */
    public PasswordHash {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "not a bcrypt hash ($2y$, $2a$ or $2b$, 60 characters); htpasswd makes one with its option -B");
        }
        checkCost(Integer.parseInt(form.group(1)));
    }

    static void checkCost(int cost) {
        if (cost < MIN_COST || cost > MAX_COST) {
            throw new IllegalArgumentException("bcrypt cost " + cost + ", allowed are " + MIN_COST + " to " + MAX_COST);
        }
    }

    /** Hashes a password; takes 2 to the power of the cost rounds. */
    public static PasswordHash of(byte[] password, int cost) {
        checkCost(cost);
        return new PasswordHash(new String(
                BCrypt.with(BCrypt.Version.VERSION_2Y, new SecureRandom(), raw -> raw)
                        .hash(cost, password),
                StandardCharsets.US_ASCII));
    }

    /** A hash of this cost that no password is known to match; a comparison takes as long as with others. */
    public static PasswordHash decoy(int cost) {
        return new PasswordHash(
                String.format(java.util.Locale.ROOT, "$2y$%02d$", cost) + "abcdefghijklmnopqrstuu" + "0".repeat(31));
    }

    /** 4 to 15; each step doubles the time of a comparison. */
    public int cost() {
        return Integer.parseInt(text.substring(4, 6));
    }

    /** Whether the password is correct; takes 2 to the power of the cost rounds. */
    public boolean matches(byte[] password) {
        return BCrypt.verifyer().verify(password, text.getBytes(StandardCharsets.US_ASCII)).verified;
    }

    @Override
    public String toString() {
        return "PasswordHash[cost " + cost() + "]";
    }
}
