package org.banip.app.command;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.core.text.Counted;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;

/** An MBU's status as text. */
final class MbuView {
    private final URI broker;
    private final long startNanos;

    MbuView(URI broker, long startNanos) {
        this.broker = broker;
        this.startNanos = startNanos;
    }

    List<Line> block(MbuStatus status) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("BANip MBU, " + time() + ", to " + broker, Line.Tone.STRONG));
        lines.add(Line.plain("units    " + Figures.count(sum(status, GroupStatus::unitsProduced)) + " sensed, "
                + Figures.count(sum(status, GroupStatus::unitsAcknowledged)) + " stored, backlog "
                + Figures.count(sum(status, GroupStatus::spoolPackets)) + " packets"));
        lines.add(Line.plain("bytes    " + Figures.bytes(sum(status, GroupStatus::bytesRaw)) + " raw, "
                + Figures.bytes(status.link().bytesUplink()) + " on the uplink"));
        boolean good = status.state() == MbuState.CONNECTED;
        lines.add(new Line("link     " + link(status), good ? Line.Tone.PLAIN : Line.Tone.ALARM));
        return lines;
    }

    /** The block while it ends, which takes up to ten seconds if the host does not answer. */
    List<Line> ending(MbuStatus status) {
        List<Line> lines = new ArrayList<>(block(status));
        lines.add(Line.plain("ends; waits up to 10 s for what is not stored yet"));
        return lines;
    }

    String line(MbuStatus status) {
        return time() + "  units " + sum(status, GroupStatus::unitsProduced) + " stored "
                + sum(status, GroupStatus::unitsAcknowledged) + "  backlog "
                + sum(status, GroupStatus::spoolPackets) + "  " + link(status);
    }

    private String time() {
        return Figures.clock(Duration.ofNanos(System.nanoTime() - startNanos));
    }

    /** The error is last, because it may be longer than the terminal is wide. If the MBU gave up, the command prints the reason at its end. */
    private static String link(MbuStatus status) {
        return switch (status.state()) {
            case FAILED -> "given up";
            case CONNECTED, CLOSED ->
                word(status) + ", resumed " + Counted.of(status.link().resumes(), "time");
            case REGISTERING, DISCONNECTED ->
                word(status)
                        + status.problem()
                                .map(text -> nextTry(status) + ": " + text)
                                .orElse("");
        };
    }

    private static String word(MbuStatus status) {
        return status.state().name().toLowerCase(Locale.ROOT);
    }

    private static String nextTry(MbuStatus status) {
        long seconds = status.retryIn().orElse(Duration.ZERO).plusMillis(999).toSeconds();
        return seconds == 0 ? ", tries again now" : ", tries again in " + seconds + " s";
    }

    private static long sum(MbuStatus status, ToLongFunction<GroupStatus> number) {
        return status.groups().stream().mapToLong(number).sum();
    }
}
