package org.banip.mbu.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.mbu.settings.PathSettings;

/**
 * What a link sends on one connection beside items: time requests, keep-alives, results of commands, and what is told of the path's end. Belongs to
 * the thread that polls.
 */
final class LinkControls {
    private static final long TIME_INTERVAL_NANOS = 60_000_000_000L;
    /** With several paths, their round trips are to be known. */
    private static final long SHORT_TIME_INTERVAL_NANOS = 20_000_000_000L;
    /** Of a path that is no backup: its first answers take longer while both ends load what they need. It doubles with each request. */
    private static final long FIRST_TIME_INTERVAL_NANOS = 1_000_000_000L;

    private final InterconnectSetup setup;
    private final Session session;
    private final PathMeter meter;
    private final Commands commands;
    private final EndReport endReport;
    private final long longestTimeIntervalNanos;
    /** Until the next time request, if the last one is answered. */
    private long timeIntervalNanos;

    private long keepAliveNanos;
    /** A keep-alive goes after so long without a frame. */
    private long quietNanos;

    private long lastFrameNanos;
    private long lastTimeRequestNanos;
    private long nextTimeRequestNanos;
    private long answersBefore;
    private List<Control.CommandResult> unanswered = new ArrayList<>();

    /** Of a new connection of the path with this meter. */
    LinkControls(
            InterconnectSetup setup,
            Session session,
            PathMeter meter,
            Commands commands,
            EndReport endReport,
            long keepAliveNanos) {
        this.setup = setup;
        this.session = session;
        this.meter = meter;
        this.commands = commands;
        this.endReport = endReport;
        longestTimeIntervalNanos = setup.severalPaths() ? SHORT_TIME_INTERVAL_NANOS : TIME_INTERVAL_NANOS;
        boolean often = setup.severalPaths() && meter.settings().role() == PathSettings.Role.NORMAL;
        timeIntervalNanos = often ? FIRST_TIME_INTERVAL_NANOS / 2 : longestTimeIntervalNanos;
        lastFrameNanos = setup.clock().epochNanos();
        nextTimeRequestNanos = lastFrameNanos;
        keepAlive(keepAliveNanos);
    }

    /** From here on so much time may pass between two frames. */
    void keepAlive(long nanos) {
        keepAliveNanos = nanos;
        quietNanos = meter.settings()
                .keepWarm()
                .map(warm -> Math.min(warm.toNanos(), nanos))
                .orElse(nanos);
    }

    /** Appends what is due, but no keep-alive. */
    void append(FrameBuffer out, long now) {
        if (now >= nextTimeRequestNanos) {
            appendTimeRequest(out, now);
        } else if (setup.severalPaths() && meter.takeProbe(now)) {
            appendTimeRequest(out, now, meter);
        }
        endReport.append(out, now);
        for (Control.CommandResult result : commands.takeResults()) {
            unanswered.add(result);
            FrameEncoder.encode(result, out);
        }
    }

    /** Sends a time request at the beginning, again after a keep-alive interval without an answer, and then ever less often. */
    private void appendTimeRequest(FrameBuffer out, long now) {
        long answers = session.clockFilter().answers();
        if (answers > answersBefore) {
            answersBefore = answers;
            nextTimeRequestNanos = lastTimeRequestNanos + timeIntervalNanos;
        }
        if (now >= nextTimeRequestNanos) {
            appendTimeRequest(out, now, meter);
            answersBefore = answers;
            lastTimeRequestNanos = now;
            timeIntervalNanos = Math.min(2 * timeIntervalNanos, longestTimeIntervalNanos);
            nextTimeRequestNanos = now + Math.min(keepAliveNanos, timeIntervalNanos);
        }
    }

    private static void appendTimeRequest(FrameBuffer out, long now, PathMeter meter) {
        meter.requested(now);
        FrameEncoder.encode(new Control.TimeRequest(now), out);
    }

    /** Appends a keep-alive if it is due. */
    void appendKeepAlive(FrameBuffer out, long now) {
        if (now - lastFrameNanos >= quietNanos) {
            FrameEncoder.encode(new Control.KeepAlive(), out);
            session.counters().keepAlives.incrementAndGet();
        }
    }

    /** Frames are sent. */
    void sent(long now) {
        lastFrameNanos = now;
    }

    /** When one of these frames is due, if nothing else is sent. */
    long dueNanos() {
        return Math.min(lastFrameNanos + quietNanos, Math.min(nextTimeRequestNanos, endReport.nextLookNanos()));
    }

    /** The host has answered the body in which they went. */
    void answered() {
        unanswered = new ArrayList<>();
    }

    /** Results of commands that may not have reached the host. */
    List<Control.CommandResult> unanswered() {
        return unanswered;
    }
}
