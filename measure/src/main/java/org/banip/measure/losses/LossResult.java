package org.banip.measure.losses;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.banip.app.terminal.Figures;
import org.banip.measure.results.ResultRow;

/**
 * What one run has found. Immutable.
 *
 * @param accepted samples that the product took from the sender's application
 * @param lost accepted samples that the receiver does not have
 * @param told lost samples that the product itself declares as missing
 * @param confirmed accepted samples that the product has confirmed to the sender's application
 * @param lostConfirmed confirmed samples that the receiver does not have
 * @param doubled samples that the receiver has once more
 * @param refused samples that the product did not take, which the sender's application knows
 * @param problem what went wrong besides; empty if nothing did
 */
record LossResult(
        Product product,
        LossFault fault,
        long accepted,
        long lost,
        long told,
        long confirmed,
        long lostConfirmed,
        long doubled,
        long refused,
        String problem) {
    static final List<String> HEAD =
            List.of("fault", "product", "accepted", "lost", "of these told", "confirmed", "lost", "doubled", "refused");

    static LossResult of(
            Product product,
            LossFault fault,
            List<Long> accepted,
            List<Long> confirmed,
            Received received,
            long refused,
            String problem) {
        Set<Long> given = new HashSet<>(accepted);
        given.addAll(confirmed);
        List<Long> lost = given.stream().filter(number -> !received.has(number)).toList();
        Set<Long> safe = new HashSet<>(confirmed);
        return new LossResult(
                product,
                fault,
                given.size(),
                lost.size(),
                lost.stream().filter(received::isDeclaredMissing).count(),
                safe.size(),
                safe.stream().filter(number -> !received.has(number)).count(),
                received.doubled(),
                refused,
                problem);
    }

    /** Whether it is as BANip promises: nothing confirmed is lost, nothing doubled, and all that is lost is declared. */
    boolean kept() {
        return problem.isEmpty() && lostConfirmed == 0 && doubled == 0 && told == lost;
    }

    List<String> cells() {
        return List.of(
                fault.toString(),
                product.toString(),
                Figures.count(accepted),
                Figures.count(lost),
                lost == 0 ? "-" : Figures.count(told),
                Figures.count(confirmed),
                Figures.count(lostConfirmed),
                Figures.count(doubled),
                Figures.count(refused));
    }

    ResultRow row() {
        return new ResultRow()
                .text("product", product.toString())
                .text("fault", fault.toString())
                .count("accepted", accepted)
                .count("lost", lost)
                .count("told", told)
                .count("confirmed", confirmed)
                .count("lostConfirmed", lostConfirmed)
                .count("doubled", doubled)
                .count("refused", refused)
                .text("problem", problem);
    }
}
