package org.banip.mbu.scheduling;

import org.banip.core.ban.ServiceClass;

/**
 * {@code default}: alarms go on the two paths that deliver them first, good ones before others; what is live by the path that delivers it first
 * ({@code ecf}); bulk packets the same way, but on metered paths only if all are.
 */
final class ByUrgency extends EarliestCompletion {
    private static final int COPIES = 2;

    @Override
    public boolean sends(Choice choice) {
        if (choice.serviceClass() == ServiceClass.ALARM) {
            return Candidates.isOfBest(COPIES, choice, choice.asked());
        }
        return mayCost(choice) && super.sends(choice);
    }

    private static boolean mayCost(Choice choice) {
        return choice.serviceClass() != ServiceClass.BULK
                || !choice.asked().settings().isMetered()
                || Candidates.allMetered(choice);
    }

    /** For bulk packets a metered path is no alternative. */
    @Override
    boolean isTakenIntoAccount(Choice choice, Path other) {
        return super.isTakenIntoAccount(choice, other)
                && (choice.serviceClass() != ServiceClass.BULK
                        || !other.settings().isMetered()
                        || Candidates.allMetered(choice));
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        if (choice.serviceClass() != ServiceClass.ALARM) {
            return mayCost(choice) && super.sendsAsWell(choice);
        }
        boolean missing = Candidates.goodCarriers(choice) < COPIES;
        return (missing && Candidates.isOfBest(COPIES, choice, choice.asked())) || super.sendsAsWell(choice);
    }
}
