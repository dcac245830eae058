package org.banip.app.command;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.banip.app.terminal.Figures;
import org.banip.core.json.JsonWriter;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.PathStatus;
import org.banip.mbu.settings.PathSettings;

/** The paths of an MBU as text, if it has several. */
final class PathLines {
    private static final double NANOS_PER_MILLI = 1e6;

    private PathLines() {}

    /** A line for each path. */
    static List<String> of(MbuStatus status) {
        return status.paths().size() < 2
                ? List.of()
                : status.paths().stream()
                        .map(path -> line(path, hasEnded(status)))
                        .toList();
    }

    private static boolean hasEnded(MbuStatus status) {
        return status.state() == MbuState.CLOSED || status.state() == MbuState.FAILED;
    }

    private static String line(PathStatus path, boolean ended) {
        String measured = path.roundTrip()
                .map(time -> ", answers after " + Figures.millis(time.toNanos() / NANOS_PER_MILLI))
                .orElse("");
        String rate = path.bytesPerSecond() > 0 ? ", " + Figures.bytes(path.bytesPerSecond()) + "/s" : "";
        String price = path.settings().isMetered()
                ? String.format(Locale.ROOT, ", costs %.4f at %s a MB", path.price(), perMegabyte(path))
                : "";
        String left = path.timeLeft()
                .map(time -> ", lost in " + time.toSeconds() + " s")
                .orElse("");
        return path.name() + (isBackup(path) ? " (backup)" : "") + (ended ? "" : " " + state(path)) + left + rate
                + measured + ", " + Figures.bytes(path.bytesUplink())
                + " up, "
                + Figures.bytes(path.bytesDownlink()) + " down, " + Figures.counted(path.packetsSent(), "packet") + ", "
                + Figures.count(path.packetsSentAgain()) + " sent again, " + Figures.count(path.packetsRedundant())
                + " redundant" + price
                + path.problem().map(text -> ": " + text).orElse("");
    }

    private static boolean isBackup(PathStatus path) {
        return path.settings().role() == PathSettings.Role.BACKUP;
    }

    private static String perMegabyte(PathStatus path) {
        return new BigDecimal(Double.toString(path.settings().pricePerMegabyte().orElse(0)))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String state(PathStatus path) {
        if (!path.networkThere()) {
            return "without a network";
        }
        if (path.standsBy()) {
            return "stands by";
        }
        return path.connected() ? "connected" : "not connected";
    }

    /** All paths in a few words, for a status in one line. */
    static String inOne(MbuStatus status) {
        return status.paths().size() < 2
                ? ""
                : status.paths().stream()
                        .map(path -> path.name() + " "
                                + (path.connected() ? Figures.bytes(path.bytesUplink()) + " up" : state(path)))
                        .collect(Collectors.joining(", ", "  paths ", ""));
    }

    /** Appends them as a list, if there are several. */
    static void append(MbuStatus status, JsonWriter json) {
        if (status.paths().size() < 2) {
            return;
        }
        json.beginList("paths");
        for (PathStatus path : status.paths()) {
            json.beginObject()
                    .field("name", path.name())
                    .field("backup", isBackup(path))
                    .field("network", path.networkThere())
                    .field("connected", path.connected())
                    .field("standsBy", path.standsBy())
                    .field("bytesUplink", path.bytesUplink())
                    .field("bytesDownlink", path.bytesDownlink())
                    .field("packets", path.packetsSent())
                    .field("sentAgain", path.packetsSentAgain())
                    .field("redundant", path.packetsRedundant())
                    .field("bytesRedundant", path.bytesRedundant())
                    .field("reinjected", path.packetsReinjected())
                    .field("bytesReinjected", path.bytesReinjected())
                    .field("price", path.price())
                    .field("bytesPerSecond", path.bytesPerSecond());
            path.roundTrip().ifPresent(time -> json.field("answersAfterMillis", time.toNanos() / NANOS_PER_MILLI));
            json.endObject();
        }
        json.endList();
    }
}
