package org.banip.mbu.interconnect;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once that the link is lost, and once that it is back. Attempts in between are counted and logged at DEBUG, except when the host gives a
 * new reason, or when more follows than another attempt; the latter the first, second, fourth, eighth time and so on, unless something is given up,
 * so that an outage of a day fills no disk. The link is back when the host has stored something since the loss, or when it answers and there is
 * nothing to store. Any thread; guarded by itself.
 */
final class LinkLog {
    private static final Logger LOG = LoggerFactory.getLogger(LinkLog.class);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private boolean everBack;
    private boolean away;
    private long awaySinceNanos;
    private int failedAttempts;
    private boolean answers;
    private int toCatchUp;
    /** How often more followed than another attempt since the link was lost. */
    private int reactions;

    /** The reason that the host gave since the link was lost; empty if it gave none. */
    private final Set<Optional<ErrorCode>> told = new HashSet<>();

    /**
     * The connection broke, or could not be made.
     *
     * @param loss the reason and the reaction
     */
    synchronized void lost(String id, Loss loss, long nowNanos, long waitNanos) {
        answers = false;
        String what = everBack ? "link lost" : "no link yet";
        if (away) {
            what = "still no link";
            failedAttempts++;
        } else {
            beginAway(nowNanos);
        }
        String next = loss.verdict().next();
        boolean patient = loss.verdict() == ErrorPolicy.Verdict.RESUME || loss.verdict() == ErrorPolicy.Verdict.RETRY;
        // When the host has refused something, the connection that had other requests under way breaks, too: that is no
        // news.
        boolean follows = !loss.code().isPresent() && told.stream().anyMatch(Optional::isPresent);
        boolean news = told.add(loss.code()) && !follows;
        if (!patient) {
            reactions++;
            news |= loses(loss.verdict()) || Integer.bitCount(reactions) == 1;
        }
        if (news) {
            LOG.warn("{} {}: {}; {}", id, what, loss.reason(), next);
        }
        LOG.debug("{} disconnected: {}; {}, in {} ms", id, loss.reason(), next, waitNanos / NANOS_PER_MILLI);
    }

    /** Whether something is given up, which is told each time. */
    private static boolean loses(ErrorPolicy.Verdict verdict) {
        return verdict == ErrorPolicy.Verdict.NEW_SESSION
                || verdict == ErrorPolicy.Verdict.GIVE_UP_PACKET
                || verdict == ErrorPolicy.Verdict.FAIL;
    }

    private void beginAway(long nowNanos) {
        away = true;
        awaySinceNanos = nowNanos;
        failedAttempts = 0;
        reactions = 0;
        told.clear();
    }

    /** The path's network is not there. */
    synchronized void networkGone(String id, String reason, long nowNanos) {
        answers = false;
        if (!away) {
            beginAway(nowNanos);
        }
        LOG.warn("{} {}; connects when an address is there", id, reason);
    }

    /** A backup is not needed any more, so its connection was closed. */
    synchronized void rests(String id) {
        answers = false;
        LOG.debug("{} not needed, stands by", id);
    }

    /** It is there. */
    synchronized void networkBack(String id, String address) {
        LOG.info("{} {} is there; connects", id, address);
    }

    /**
     * The host answers.
     *
     * @param packets how many packets the host has not stored yet
     */
    synchronized void answers(String id, int packets, long nowNanos) {
        answers = true;
        toCatchUp = packets;
        if (!away) {
            everBack = true;
            LOG.debug("{} connected", id);
        } else if (packets == 0) {
            back(id, nowNanos);
        }
    }

    /**
     * The host has stored something.
     *
     * @param path what follows the id
     */
    synchronized void stored(String id, String path, long nowNanos) {
        if (away && answers) {
            back(id + path, nowNanos);
        }
    }

    private void back(String id, long nowNanos) {
        LOG.info(
                "{} connected{} after {} s{}, {} to catch up",
                id,
                everBack ? " again" : "",
                (nowNanos - awaySinceNanos + NANOS_PER_SECOND / 2) / NANOS_PER_SECOND,
                failedAttempts == 0 ? "" : " and " + Counted.of(failedAttempts, "failed attempt"),
                Counted.of(toCatchUp, "packet"));
        away = false;
        everBack = true;
    }
}
