package org.banip.surrogate.alert;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.banip.alerts.finding.Finding;

/**
 * What was found and made no alert of its own, because too many of its BAN were open ({@link Surplus}), and still holds. It is known of sessions whose
 * watch has begun in this life of the host; then all that holds is told. One thread.
 */
final class LeftOut {
    /** A host's file has at most 256 detectors; an MBU may send more names. Of a session with more, nothing is known until its watch begins anew. */
    private static final int MOST_HOLDING = 1024;

    /** Sessions that were watched longest ago are forgotten. */
    private static final int MOST_SESSIONS = 20_000;

    private final Map<Finder, Those> watched = new LinkedHashMap<>();

    /** Who finds in the data of a session. */
    record Finder(String ban, UUID session, String by) {
        static Finder of(Report report) {
            return new Finder(report.ban(), report.session(), report.by());
        }
    }

    /** What was left out of those findings. */
    private static final class Those {
        /** Detector and kind of what still holds. */
        final Set<List<String>> holding = new HashSet<>();
        /** Whether an alert may be open that says so. */
        boolean said;
        /** Whether there may have been something that nobody should miss though it is over. */
        boolean happened;
    }

    /**
     * The watch of a session begins anew.
     *
     * @param without what holds and has no alert
     * @param said whether an alert is open that says that there is more
     */
    void watching(Watching watching, List<Finding> without, boolean said) {
        Those before = watched.remove(Finder.of(watching));
        Those now = new Those();
        without.forEach(finding -> now.holding.add(name(finding)));
        now.said = said;
        now.happened = said && (before == null || before.happened);
        watched.put(Finder.of(watching), now);
        if (watched.size() > MOST_SESSIONS) {
            watched.remove(watched.keySet().iterator().next());
        }
    }

    /**
     * Something begins or is over.
     *
     * @param without whether it begins, and makes no alert
     */
    void found(Found found, boolean without) {
        Those those = watched.get(Finder.of(found));
        Finding finding = found.finding();
        if (those == null) {
            return;
        }
        if (without) {
            those.said = true;
            those.holding.add(name(finding));
            if (those.holding.size() > MOST_HOLDING) {
                watched.remove(Finder.of(found));
            }
        } else if (those.holding.remove(name(finding)) && !finding.begins()) {
            those.happened |= AlertRows.isLatching(finding.kind());
        }
    }

    private static List<String> name(Finding finding) {
        return List.of(finding.detector(), finding.kind());
    }

    /** Those of whom nothing that was left out holds any more, and an alert may say that there is more. */
    List<Finder> over() {
        List<Finder> over = new ArrayList<>();
        watched.forEach((finder, those) -> {
            if (those.said && those.holding.isEmpty()) {
                over.add(finder);
            }
        });
        return over;
    }

    /** Whether something may have been left out that somebody must acknowledge, though it is over. */
    boolean happened(Finder finder) {
        Those those = watched.get(finder);
        return those == null || those.happened;
    }

    /** No alert is open that says that there is more. */
    void nothingSaid(Finder finder) {
        Those those = watched.get(finder);
        if (those != null) {
            those.said = false;
            those.happened = false;
        }
    }
}
