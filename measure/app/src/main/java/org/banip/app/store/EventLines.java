package org.banip.app.store;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.banip.core.text.Quoted;

/** One line for each event, with the time. Any thread. */
public final class EventLines {
    private static final int LONGEST = 300;

    private final PrintWriter out;
    private final Clock clock;

    /** Lines with the times of this clock. */
    public EventLines(PrintWriter out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    /** Says something; what comes from another process cannot leave the line. */
    public synchronized void say(String text) {
        out.println(clock.instant().truncatedTo(ChronoUnit.SECONDS) + " " + Quoted.line(text, LONGEST));
    }
}
