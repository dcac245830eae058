package org.banip.surrogate.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.banip.surrogate.api.Disappearance;

/** Keeps what it is told, as lines and as it came. Guarded by its monitor. */
final class Found implements BanFindings {
    private final List<String> lines = new ArrayList<>();
    private final List<BanFinding> findings = new ArrayList<>();

    @Override
    public synchronized void found(BanFinding found) {
        findings.add(found);
        lines.add((found.again() ? "again " : "") + (found.finding().begins() ? "begin " : "end ")
                + found.finding().detector() + " " + found.finding().kind());
    }

    @Override
    public synchronized void watching(String ban, UUID session, BanFinding.By by, List<BanFinding> holding) {
        StringBuilder line = new StringBuilder("watching " + ban);
        holding.forEach(one -> line.append(" ").append(one.finding().detector()));
        lines.add(line.toString());
    }

    @Override
    public synchronized void unwatched(String ban, UUID session, Disappearance reason) {
        lines.add("unwatched " + reason.token());
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    synchronized BanFinding finding(int index) {
        return findings.get(index);
    }
}
