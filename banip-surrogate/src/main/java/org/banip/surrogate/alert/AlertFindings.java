package org.banip.surrogate.alert;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.detection.BanFinding;
import org.banip.surrogate.detection.BanFindings;

/**
 * Makes alerts of what detectors find.
 *
 * @param alerting keeps them
 * @param next is told as well, afterwards
 */
public record AlertFindings(Alerting alerting, BanFindings next) implements BanFindings {
    @Override
    public void found(BanFinding finding) {
        alerting.found(new Found(
                finding.ban(),
                finding.session(),
                word(finding.by()),
                finding.again(),
                finding.item(),
                finding.rulesChanged(),
                finding.finding()));
        next.found(finding);
    }

    @Override
    public void watching(String ban, UUID session, BanFinding.By by, List<BanFinding> holding) {
        alerting.watching(
                ban,
                session,
                word(by),
                holding.stream().map(BanFinding::finding).toList());
        next.watching(ban, session, by, holding);
    }

    @Override
    public void delivered(String ban, UUID session, String group, long item) {
        alerting.delivered(ban, session, group, item);
        next.delivered(ban, session, group, item);
    }

    /** What has begun has not ended by this: its alert stays open. */
    @Override
    public void unwatched(String ban, UUID session, Disappearance reason) {
        next.unwatched(ban, session, reason);
    }

    private static String word(BanFinding.By by) {
        return by.name().toLowerCase(Locale.ROOT);
    }
}
