package org.banip.mbu.settings;

import java.time.Duration;

/**
 * Settings of the send policy, which decides what goes first and what is thinned.
 *
 * @param bulkShare the share of the bytes that bulk groups have while live groups alone would fill the link, so that they are never stopped; above 0
 *     and at most 0.5
 * @param thinAfter how long packets must be late before a group is thinned, and then before the next one is; 1 s to one hour
 * @param fullRateAfter how long no packet must be late before a group gets its full rate back; 1 s to one day
 * @param fullRateAfterAtMost the most of that time: it doubles whenever an overload follows soon; at least {@code fullRateAfter}, at most one day
 */
public record SendPolicySettings(
        double bulkShare, Duration thinAfter, Duration fullRateAfter, Duration fullRateAfterAtMost) {
    private static final double MOST_BULK = 0.5;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** A twentieth for bulk groups; thinned after 10 s; full rate after 30 s, at most 10 minutes. */
    public static final SendPolicySettings DEFAULT =
            new SendPolicySettings(0.05, Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(10));

    /** Checks the ranges. */
    public SendPolicySettings {
        if (!(bulkShare > 0 && bulkShare <= MOST_BULK)) {
            throw new IllegalArgumentException(
                    "send policy: bulkShare " + bulkShare + " must be above 0 and at most " + MOST_BULK);
        }
        within("thinAfter", thinAfter, SECOND, Duration.ofHours(1));
        within("fullRateAfter", fullRateAfter, SECOND, DAY);
        within("fullRateAfterAtMost", fullRateAfterAtMost, fullRateAfter, DAY);
    }

    /** The same with another share for bulk groups. */
    public SendPolicySettings bulkShare(double share) {
        return new SendPolicySettings(share, thinAfter, fullRateAfter, fullRateAfterAtMost);
    }

    private static void within(String what, Duration seen, Duration least, Duration most) {
        if (seen.compareTo(least) < 0 || seen.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "send policy: " + what + " " + seen + " is outside " + least + " to " + most);
        }
    }
}
