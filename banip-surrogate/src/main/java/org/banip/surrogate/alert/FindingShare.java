package org.banip.surrogate.alert;

import java.util.ArrayList;
import java.util.List;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;

/** What waits for the store of one BAN and one who finds. Owned by its {@link FindingQueue}. */
final class FindingShare {
    private final int most;
    private List<Report> waiting = new ArrayList<>();
    private boolean told;

    FindingShare(int most) {
        this.most = most;
    }

    boolean isTooLong() {
        return waiting.size() > most;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Makes room. Returns how many beginnings are left out for that. */
    int collapse() {
        CollapsedFindings collapsed = new CollapsedFindings(waiting);
        waiting = collapsed.kept();
        return collapsed.left();
    }

    /** Takes the newest one out again. */
    void removeLast() {
        waiting.remove(waiting.size() - 1);
    }

    /** Whether the log is to be told that it is full; once until it is empty. */
    boolean tells() {
        boolean first = !told;
        told = true;
        return first;
    }

    void add(Report report) {
        waiting.add(report);
    }

    /** Moves the most urgent one, and then the oldest one, so that neither waits for ever. */
    void take(List<Report> into) {
        into.add(waiting.remove(mostUrgent()));
        if (!waiting.isEmpty()) {
            into.add(waiting.remove(0));
        }
    }

    /** The first one of high severity that no earlier one concerns; otherwise the oldest. */
    private int mostUrgent() {
        for (int i = 0; i < waiting.size(); i++) {
            if (!(waiting.get(i) instanceof Found found)) {
                return 0; // a watch that begins anew, and a group that delivers, concern all that come later
            }
            if (found.finding().severity() == Severity.HIGH && isFirst(found.finding(), i)) {
                return i;
            }
        }
        return 0;
    }

    private boolean isFirst(Finding finding, int place) {
        return waiting.subList(0, place).stream()
                .noneMatch(one -> one instanceof Found found
                        && found.finding().detector().equals(finding.detector())
                        && found.finding().kind().equals(finding.kind()));
    }
}
