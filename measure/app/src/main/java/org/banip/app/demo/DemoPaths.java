package org.banip.app.demo;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.SignalTrace;
import org.banip.mbu.PathStatus;

/** The paths of a demo: their rates, losses and the spool, and the death of the first one. One thread. */
interface DemoPaths {
    /** Looks at the links, after what was due has happened; ten times a second. */
    void look(DemoState state, Duration played);

    /** The rate of each path upwards, and the packets that are not acknowledged. */
    List<SignalTrace> traces();

    /** A line for each path, a shorter one for a narrow terminal. */
    List<Line> lines(List<PathStatus> paths, boolean narrow);

    /** All paths in one line. */
    String line(List<PathStatus> paths);

    /** What was played when the first one was cut; empty before. */
    Optional<Duration> cut();
}
