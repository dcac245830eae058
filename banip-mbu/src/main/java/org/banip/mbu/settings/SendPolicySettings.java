package org.banip.mbu.settings;

/**
 * Settings of the send policy, which decides what goes first.
 *
 * @param bulkShare the share of the bytes that bulk groups have while live groups alone would fill the link, so that they are never stopped; above 0
 *     and at most 0.5
 */
public record SendPolicySettings(double bulkShare) {
    /** A twentieth for bulk groups. */
    public static final SendPolicySettings DEFAULT = new SendPolicySettings(0.05);

    private static final double MOST_BULK = 0.5;

    /** Checks the ranges. */
    public SendPolicySettings {
        if (!(bulkShare > 0 && bulkShare <= MOST_BULK)) {
            throw new IllegalArgumentException(
                    "send policy: bulkShare " + bulkShare + " must be above 0 and at most " + MOST_BULK);
        }
    }
}
