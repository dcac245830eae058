package org.banip.surrogate.settings;

import java.util.Optional;

/**
 * Who may use a host over HTTP. A token that is set is demanded of everybody. Without a broker token only callers on loopback are
 * served, without a viewer token only viewers on loopback: reached by a loopback name, not through a proxy, not from a page.
 *
 * @param brokerToken what the broker shows as {@code Authorization: Bearer …}, 16 to 512 characters
 * @param viewerToken what a viewer shows in the same way; another one than the broker's
 */
public record AccessSettings(Optional<String> brokerToken, Optional<String> viewerToken) {
    /** Loopback only. */
    public static final AccessSettings LOOPBACK_ONLY = new AccessSettings(Optional.empty(), Optional.empty());

    static final int SHORTEST = 16;
    static final int LONGEST = 512;

    /** Checks that the tokens are long enough and different. */
    public AccessSettings {
        check("broker", brokerToken);
        check("viewer", viewerToken);
        if (brokerToken.isPresent() && brokerToken.equals(viewerToken)) {
            throw new IllegalArgumentException("the viewer token must be another one than the broker token");
        }
    }

    private static void check(String what, Optional<String> token) {
        token.ifPresent(text -> {
            if (text.length() < SHORTEST
                    || text.length() > LONGEST
                    || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new IllegalArgumentException(
                        "the " + what + " token must be at least " + SHORTEST + " and at most " + LONGEST
                                + " printable ASCII characters without blanks, it has " + text.length());
            }
        });
    }

    /** Says only which tokens there are. */
    @Override
    public String toString() {
        return "AccessSettings[brokerToken=" + (brokerToken.isPresent() ? "set" : "none") + ", viewerToken="
                + (viewerToken.isPresent() ? "set" : "none") + "]";
    }
}
