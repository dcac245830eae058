package org.banip.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.banip.app.gateway.BanipCounters;
import org.banip.app.terminal.Figures;

/** What a gateway tells of devices that speak BANip. */
final class BanipReport {
    private BanipReport() {}

    /** What waits when the gateway has just started, a line for each BAN. */
    static List<String> waiting(BanipCounters did) {
        List<String> lines = new ArrayList<>();
        new TreeMap<>(did.waiting()).forEach((ban, packets) -> {
            if (packets > 0) {
                lines.add("BAN " + ban + ": " + Figures.counted(packets, "packet") + " of BANip devices "
                        + (packets == 1 ? "waits" : "wait") + " from an earlier start");
            }
        });
        return lines;
    }

    /** The lines at the end. */
    static List<String> lines(BanipCounters did) {
        List<String> lines = new ArrayList<>();
        lines.add("BANip devices: " + Figures.counted(did.sessions(), "session") + ", "
                + Figures.counted(did.packets(), "packet") + " taken, " + Figures.counted(did.refused(), "request")
                + " refused");
        if (did.passedOver() > 0) {
            lines.add("  not given on, the log says why: " + Figures.counted(did.passedOver(), "packet"));
        }
        new TreeMap<>(did.waiting()).forEach((ban, packets) -> {
            if (packets > 0) {
                lines.add("  kept in the store for the next start: " + Figures.counted(packets, "packet") + " of BAN "
                        + ban);
            }
        });
        return lines;
    }
}
