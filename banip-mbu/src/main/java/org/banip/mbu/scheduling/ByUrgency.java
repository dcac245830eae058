package org.banip.mbu.scheduling;

import org.banip.core.ban.ServiceClass;

/**
 * {@code default}: alarms go on two paths; what is live by the path that delivers it first ({@code ecf}); bulk packets the same way, but never on
 * metered paths.
 */
final class ByUrgency extends EarliestCompletion {
    private static final int COPIES = 2;

    @Override
    public boolean sends(Choice choice) {
        if (choice.serviceClass() == ServiceClass.ALARM) {
            return true;
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
        return Candidates.carriers(choice) < COPIES || Candidates.isStuck(choice);
    }
}
