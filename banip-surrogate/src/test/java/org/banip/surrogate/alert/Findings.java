package org.banip.surrogate.alert;

import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;

/** Findings of a detector {@code heart}, which finds {@code asystole}. */
final class Findings {
    static final UUID SESSION = new UUID(1, 2);
    static final String BAN = "ban-17";

    private Findings() {}

    /** Of a severity; decided at an instant in seconds, and holds since two seconds before. */
    static Finding begins(String detector, Severity severity, long seconds) {
        return finding(detector, severity, true, seconds - 2, seconds);
    }

    static Finding ends(String detector, Severity severity, long sinceSeconds, long seconds) {
        return finding(detector, severity, false, sinceSeconds, seconds);
    }

    private static Finding finding(String detector, Severity severity, boolean begins, long since, long at) {
        return new Finding(
                detector,
                "asystole",
                severity,
                begins,
                "ecg",
                "II",
                4.5,
                "s",
                since * 1_000_000_000L,
                at * 1_000_000_000L);
    }

    /** The same of another kind. */
    static Finding of(String kind, Finding like) {
        return new Finding(
                like.detector(),
                kind,
                like.severity(),
                like.begins(),
                like.group(),
                like.channel(),
                like.value(),
                like.unit(),
                like.sinceNanos(),
                like.atNanos());
    }

    static Found host(Finding finding) {
        return new Found(BAN, SESSION, "host", false, 7, finding);
    }

    static Found again(Finding finding) {
        return new Found(BAN, SESSION, "host", true, 7, finding);
    }
}
