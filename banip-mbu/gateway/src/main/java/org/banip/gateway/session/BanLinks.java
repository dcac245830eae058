package org.banip.gateway.session;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.PathStatus;
import org.banip.mbu.spi.MbuEvent;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Logs why a BAN's MBU has no link, and that it has one again. A problem is told once for all paths, and again after {@link #AGAIN} if it lasts. Any
 * thread; guarded by itself.
 */
final class BanLinks {
    private static final Logger LOG = ServerLog.of(BanLinks.class);
    /** A problem that lasts is told again after this time. */
    static final Duration AGAIN = Duration.ofMinutes(10);

    private static final int MOST = 16;

    private final String ban;
    private final LongSupplier nanoTime;
    /** When each problem was told last, since all paths were connected. */
    private final Map<String, Long> told = new LinkedHashMap<>();
    /** Paths that had no connection when something was told. */
    private final Set<String> away = new HashSet<>();

    /**
     * No problems yet.
     *
     * @param ban the BAN's id, and who sends it
     */
    BanLinks(String ban, LongSupplier nanoTime) {
        this.ban = ban;
        this.nanoTime = nanoTime;
    }

    /** Something happened. Only events of links are looked at. */
    void heard(MbuEvent event, Supplier<MbuStatus> status) {
        if (event instanceof MbuEvent.Disconnected
                || event instanceof MbuEvent.NetworkGone
                || event instanceof MbuEvent.NetworkBack
                || event instanceof MbuEvent.Connected
                || event instanceof MbuEvent.Resumed) {
            look(status.get().paths());
        }
    }

    /** Compares the paths with what was told. */
    synchronized void look(List<PathStatus> paths) {
        boolean none = paths.stream().noneMatch(PathStatus::connected);
        for (PathStatus path : paths) {
            if (path.connected()) {
                back(path, paths.size());
            } else if (!path.standsBy()) {
                path.problem().ifPresent(problem -> lost(path, problem, none || paths.size() < 2));
            }
        }
        if (paths.stream().allMatch(path -> path.connected() || path.standsBy())) {
            told.clear();
        }
    }

    private void lost(PathStatus path, String problem, boolean none) {
        long now = nanoTime.getAsLong();
        String key = (none ? "no path: " : "a path: ") + problem;
        Long before = told.get(key);
        away.add(path.name());
        if (before != null && now - before < AGAIN.toNanos()) {
            return;
        }
        if (told.size() >= MOST && before == null) {
            told.clear();
        }
        told.put(key, now);
        LOG.warn(
                "- BAN {}: {}{}: {}",
                ban,
                before == null ? "" : "still ",
                none ? "no link" : "no link on path " + path.name(),
                problem);
    }

    private void back(PathStatus path, int paths) {
        if (away.remove(path.name())) {
            LOG.info("- BAN {}: connected{}", ban, paths < 2 ? "" : " on path " + path.name());
        }
    }
}
