package org.banip.app.command;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.banip.alerts.finding.Finding;
import org.banip.app.option.TrustOption;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.core.alert.AlertNotice;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.PathStatus;
import org.jspecify.annotations.Nullable;

/** An MBU's status as text. */
final class MbuView {
    /** So long the call of somebody who looks for the MBU is shown. */
    private static final Duration WANTED = Duration.ofSeconds(30);

    /** While there is no connection, a line that says nothing new comes so often. */
    private static final Duration UNCHANGED = Duration.ofSeconds(10);

    /** {@code MobileBaseUnit.close()} waits for so long. */
    static final String ENDING =
            "ends within 10 s: waits for the host to store what it has not stored yet; Ctrl-C ends at once";

    private final String broker;
    private final AtomicReference<@Nullable Finding> newest = new AtomicReference<>();
    private final AtomicReference<@Nullable AlertNotice> alert = new AtomicReference<>();
    private final AtomicReference<@Nullable Duration> looked = new AtomicReference<>();
    private final LongSupplier nanoClock;
    private final long startNanos;
    /** The last line, when that was, and what is new if it says something else. Of the thread that asks for lines. */
    private String lastLine = "";

    private Duration lastLined = Duration.ZERO;
    private String lastNews = "";

    /** A view whose clock shows the time since the first sample, like the signal's. */
    MbuView(String broker, LongSupplier nanoClock) {
        this.broker = broker;
        this.nanoClock = nanoClock;
        startNanos = nanoClock.getAsLong();
    }

    /** Takes note of a finding; any thread. */
    void found(Finding finding) {
        newest.set(finding);
    }

    /** Takes note of a step of an alert that the host tells; any thread. */
    void alerted(AlertNotice step) {
        alert.set(step);
    }

    /** Somebody at the host wants to know which MBU this is; any thread. */
    void identify() {
        looked.set(passed());
    }

    /** The block, with a note in a line of its own if there is one. */
    List<Line> block(MbuStatus status, String note) {
        List<Line> lines = new ArrayList<>(block(status));
        if (!note.isEmpty()) {
            lines.add(new Line(note, Line.Tone.STRONG));
        }
        return lines;
    }

    List<Line> block(MbuStatus status) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("BANip MBU, " + time() + ", to " + to(status), Line.Tone.STRONG));
        lines.add(Line.plain("sensed   " + Figures.counted(MbuReport.sensed(status), "sensor set") + ", "
                + Figures.count(MbuReport.stored(status)) + " acknowledged, "
                + thinned(status, "", " thinned, ") + "backlog "
                + Figures.counted(sum(status, GroupStatus::spoolPackets), "packet")));
        lines.add(Line.plain("bytes    " + Figures.bytes(sum(status, GroupStatus::bytesRaw)) + " raw, "
                + Figures.bytes(status.link().bytesUplink()) + " on the uplink"));
        if (MbuReport.moved(status) > 0) {
            lines.add(Line.plain("moved    " + Figures.counted(MbuReport.moved(status), "sensor set")
                    + " of outages, sent behind newer ones"));
        }
        String lower = named(status, GroupStatus::thinned);
        if (!lower.isEmpty()) {
            lines.add(new Line("rate     the lower one: " + lower, Line.Tone.STRONG));
        }
        String stopped = named(status, GroupStatus::retired);
        if (!stopped.isEmpty()) {
            lines.add(new Line("stopped  " + stopped, Line.Tone.STRONG));
        }
        boolean good = status.state() == MbuState.CONNECTED;
        lines.add(new Line("link     " + link(status), good ? Line.Tone.PLAIN : Line.Tone.ALARM));
        Finding finding = newest.get();
        if (finding != null) {
            lines.add(new Line("found    " + finding.line(), finding.begins() ? Line.Tone.ALARM : Line.Tone.PLAIN));
        }
        AlertNotice step = alert.get();
        if (step != null) {
            lines.add(new Line("alert    " + step.line(), Line.Tone.ALARM));
        }
        String wanted = wanted();
        if (!wanted.isEmpty()) {
            lines.add(new Line("wanted   " + wanted, Line.Tone.ALARM));
        }
        PathLines.of(status).forEach(text -> lines.add(Line.plain("path     " + text)));
        return lines;
    }

    /** The number that was given up, with words around it; nothing if there is none. */
    private static String thinned(MbuStatus status, String before, String after) {
        long number = MbuReport.thinned(status);
        return number == 0 ? "" : before + Figures.count(number) + after;
    }

    private static String named(MbuStatus status, Predicate<GroupStatus> which) {
        return status.groups().stream().filter(which).map(GroupStatus::name).collect(Collectors.joining(", "));
    }

    /** The broker in use, if there are several. */
    private String to(MbuStatus status) {
        return status.broker().map(URI::toString).orElse(broker);
    }

    /**
     * One line. While there is no connection, it is the one before it, until something else than time and numbers has changed, or {@link #UNCHANGED}
     * is over.
     */
    String line(MbuStatus status) {
        boolean away = status.state() == MbuState.DISCONNECTED || status.state() == MbuState.REGISTERING;
        String news = (away ? "" : status.state()) + status.problem().orElse("") + after(status);
        if (!away || !news.equals(lastNews) || passed().minus(lastLined).compareTo(UNCHANGED) >= 0) {
            lastLine = time() + "  " + numbers(status) + "  " + link(status) + PathLines.inOne(status) + after(status);
            lastLined = passed();
            lastNews = news;
        }
        return lastLine;
    }

    /** The block while it ends, which takes up to ten seconds if the host does not answer. */
    List<Line> ending(MbuStatus status) {
        return block(status, ENDING);
    }

    private static String numbers(MbuStatus status) {
        return "sensor sets " + Figures.count(MbuReport.sensed(status)) + " acknowledged "
                + Figures.count(MbuReport.stored(status)) + thinned(status, " thinned ", "") + "  backlog "
                + Figures.counted(sum(status, GroupStatus::spoolPackets), "packet");
    }

    private String after(MbuStatus status) {
        Finding finding = newest.get();
        String found = finding == null ? "" : "  found " + finding.line();
        AlertNotice step = alert.get();
        String lower = named(status, GroupStatus::thinned);
        String stopped = named(status, GroupStatus::retired);
        String wanted = wanted();
        String alerted = step == null ? "" : "  alert " + step.line();
        return (lower.isEmpty() ? "" : "  lower rate of " + lower)
                + (stopped.isEmpty() ? "" : "  stopped: " + stopped)
                + found
                + alerted
                + (wanted.isEmpty() ? "" : "  " + wanted);
    }

    /** For some time after each call: somebody who calls again sees a newer time. */
    private String wanted() {
        Duration at = looked.get();
        return at == null || passed().minus(at).compareTo(WANTED) >= 0
                ? ""
                : "somebody at the host looks for this MBU, at " + Figures.clock(at);
    }

    private String time() {
        return Figures.clock(passed());
    }

    private Duration passed() {
        return Duration.ofNanos(nanoClock.getAsLong() - startNanos);
    }

    /** The error is last, because it may be longer than the terminal is wide. If the MBU gave up, the command prints the reason at its end. */
    private String link(MbuStatus status) {
        return switch (status.state()) {
            case FAILED -> "given up";
            case CONNECTED, CLOSED ->
                word(status) + ", resumed " + Figures.counted(status.link().resumes(), "time");
            case REGISTERING, DISCONNECTED ->
                (status.broker().isEmpty() && status.problem().isEmpty() ? search() : word(status))
                        + status.problem()
                                .map(text -> nextTry(status) + ": " + TrustOption.advised(text))
                                .orElse("");
        };
    }

    /** What it does before it knows a broker. */
    private String search() {
        if (broker.startsWith("dnssd")) {
            return "looks on the local network for brokers";
        }
        return broker.startsWith("srv:") ? "asks DNS for brokers" : "looks for a broker";
    }

    private static String word(MbuStatus status) {
        return status.state().name().toLowerCase(Locale.ROOT);
    }

    private static String nextTry(MbuStatus status) {
        if (!status.paths().isEmpty() && status.paths().stream().noneMatch(PathStatus::networkThere)) {
            return ", waits for a network";
        }
        long seconds = status.retryIn().orElse(Duration.ZERO).plusMillis(999).toSeconds();
        return seconds == 0 ? ", tries again now" : ", tries again in " + seconds + " s";
    }

    private static long sum(MbuStatus status, ToLongFunction<GroupStatus> number) {
        return status.groups().stream().mapToLong(number).sum();
    }
}
