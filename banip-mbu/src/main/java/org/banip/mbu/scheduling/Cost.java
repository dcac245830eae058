package org.banip.mbu.scheduling;

import org.banip.core.ban.ServiceClass;

/**
 * {@code cost}: alarms as {@code ecf}; others like {@code ecf} among the paths without a price. A metered path sends what is live if no free path
 * would deliver it before its deadline. It sends bulk packets only if all paths are metered.
 */
final class Cost extends EarliestCompletion {
    @Override
    public boolean sends(Choice choice) {
        return mayCost(choice) && super.sends(choice);
    }

    private static boolean mayCost(Choice choice) {
        if (!choice.asked().settings().isMetered() || Candidates.allMetered(choice)) {
            return true;
        }
        return isWorthThePrice(choice);
    }

    private static boolean isWorthThePrice(Choice choice) {
        return choice.serviceClass() == ServiceClass.ALARM
                || (choice.serviceClass() == ServiceClass.LIVE && !isInTimeForFree(choice));
    }

    private static boolean isInTimeForFree(Choice choice) {
        for (int p = 0; p < choice.paths(); p++) {
            Path other = choice.path(p);
            if (!other.settings().isMetered()
                    && other.isGood()
                    && Candidates.has(choice, other)
                    && other.expectedNanos(choice.waitingBytes()) <= choice.deadlineNanos() - choice.nowNanos()) {
                return true;
            }
        }
        return false;
    }

    /** An alarm, and what would be late for free, goes by the best path. Otherwise free paths wait for free ones only. */
    @Override
    boolean isTakenIntoAccount(Choice choice, Path other) {
        boolean alike =
                other.settings().isMetered() == choice.asked().settings().isMetered();
        return super.isTakenIntoAccount(choice, other) && (alike || isWorthThePrice(choice));
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        return mayCostTwice(choice) && super.sendsAsWell(choice);
    }

    /** What is stuck on a late path goes for money, except bulk packets; what only could be faster, if it would be late for free. */
    private static boolean mayCostTwice(Choice choice) {
        return mayCost(choice) || (Candidates.allLate(choice) && choice.serviceClass() != ServiceClass.BULK);
    }
}
