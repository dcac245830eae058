package org.banip.surrogate.alert;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the check {@code alerts} says (docs/graded-alerts.md, "Bounds, hosts, health"). */
final class AlertProblems {
    private static final int MOST = 8;

    private AlertProblems() {}

    /**
     * Why alerts are not kept or not delivered, if they are not.
     *
     * @param trouble why the store does not keep them; empty if it does
     * @param lost findings that had no place
     * @param givenUp deliveries for which there was no room
     * @return at most {@value #MOST} reasons, the worst first: alerts or findings that nobody hears of, then contacts who do not
     */
    static Optional<String> of(String trouble, long lost, long givenUp, AlertBook book, Outbox outbox) {
        List<String> all = new ArrayList<>();
        if (!trouble.isEmpty()) {
            all.add("alerts are not kept: " + trouble);
        }
        book.untold().ifPresent(all::add);
        if (lost > 0) {
            all.add(lost + " findings were lost, because too many of a BAN waited for the store");
        }
        if (givenUp > 0) {
            all.add(givenUp + " deliveries were given up, because too many waited for the same contact");
        }
        all.addAll(outbox.problems());
        if (book.surplus() > 0) {
            all.add(book.surplus() + " findings made no alert of their own, because " + Surplus.MOST_OPEN
                    + " of their BAN were open");
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(line(all));
    }

    private static String line(List<String> all) {
        int more = all.size() - MOST;
        String first = String.join("; ", all.subList(0, Math.min(all.size(), MOST)));
        return more > 0 ? first + "; and " + more + " more" : first;
    }
}
