package org.banip.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.banip.app.terminal.Figures;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonWriter;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuStatus;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * Result of an MBU's run.
 *
 * @param groups the sensed groups
 * @param status its counters at the end
 * @param digest of all samples that were sensed since this start
 * @param durable whether the counters may include what an earlier start has left in the spool
 */
record MbuReport(List<SensorGroup> groups, MbuStatus status, SensorSetDigest digest, boolean durable) {
    /** Whether the host has stored everything that was sensed, or the signal at the lower rate in its place. */
    static boolean isDelivered(MbuStatus status) {
        return status.failure().isEmpty()
                && missing(status) == 0
                && status.groups().stream()
                        .allMatch(group -> group.unitsAcknowledged() + group.unitsMoved() + group.unitsReduced()
                                >= group.unitsProduced());
    }

    /** Sensor sets that the sensors delivered. */
    static long sensed(MbuStatus status) {
        return sum(status, GroupStatus::unitsProduced);
    }

    /** Sensor sets that the host has neither stored, nor has at the lower rate. */
    static long missing(MbuStatus status) {
        return sensed(status) - stored(status) - reduced(status);
    }

    /** Sensor sets in whose place others were sent at the lower rate. */
    static long reduced(MbuStatus status) {
        return sum(status, GroupStatus::unitsReduced);
    }

    /** Sensor sets that were given up, those of {@link #reduced} included. */
    static long thinned(MbuStatus status) {
        return sum(status, GroupStatus::unitsThinned);
    }

    /**
     * Sensor sets that nobody has, and that are declared as gaps: no process ran, there was no room, or a sensor was silent. Those of {@link #reduced}
     * are not among them.
     */
    static long inGaps(MbuStatus status) {
        return sum(status, group -> group.unitsInGaps() - group.unitsReduced());
    }

    /** Sensor sets that waited for the end of an outage and moved to another group, which is sent behind newer ones. */
    static long moved(MbuStatus status) {
        return status.groups().stream().mapToLong(GroupStatus::unitsMoved).sum();
    }

    /** Sensor sets that the host has stored. Those that moved to another group are stored there. */
    static long stored(MbuStatus status) {
        return sum(status, GroupStatus::unitsAcknowledged);
    }

    /** Without the groups of lower rates, which the MBU makes of others. */
    private static long sum(MbuStatus status, ToLongFunction<GroupStatus> number) {
        return status.groups().stream()
                .filter(group -> !group.lowerRate())
                .mapToLong(number)
                .sum();
    }

    /** Sensor sets that an earlier start has left in the spool: the counters have them, the digest does not. */
    private long earlier() {
        long sensedNow = 0;
        for (int number = 0; number < groups.size(); number++) {
            sensedNow += digest.sets(number);
        }
        return durable ? Math.max(0, sensed(status) - sensedNow) : 0;
    }

    private long sum(ToLongFunction<GroupStatus> number) {
        return status.groups().stream().mapToLong(number).sum();
    }

    String toJson(Optional<BanipException> problem) {
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field("delivered", problem.isEmpty() && isDelivered(status))
                .field("session", status.session().toString())
                .field("units", sensed(status))
                .field("earlier", earlier())
                .field("stored", stored(status))
                .field("moved", moved(status))
                .field("reduced", reduced(status))
                .field("inGaps", inGaps(status))
                .field("packets", sum(GroupStatus::packets))
                .field("resumes", status.link().resumes())
                .field("bytesRaw", sum(status, GroupStatus::bytesRaw))
                .field("bytesUplink", status.link().bytesUplink());
        status.broker().ifPresent(broker -> json.field("broker", broker.toString()));
        problem.ifPresent(why -> json.field("error", String.valueOf(why.getMessage())));
        json.beginList("groups");
        for (int number = 0; number < groups.size(); number++) {
            json.beginObject()
                    .field("name", groups.get(number).name())
                    .field("units", digest.sets(number))
                    .field("sha256", digest.hex(number))
                    .endObject();
        }
        json.endList();
        PathLines.append(status, json);
        return json.endObject().toString();
    }

    List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add((isDelivered(status) ? "delivered: " : "NOT delivered: ")
                + Figures.counted(sensed(status) - earlier(), "sensor set") + " sensed"
                + (earlier() > 0 ? " and " + Figures.count(earlier()) + " left by an earlier start, " : ", ")
                + Figures.count(stored(status)) + " stored, session " + status.session());
        if (moved(status) > 0) {
            lines.add(Figures.counted(moved(status), "sensor set") + " of outages sent behind newer ones");
        }
        if (reduced(status) > 0) {
            lines.add(Figures.counted(reduced(status), "sensor set") + " given up, the lower rate sent instead");
        }
        if (inGaps(status) > 0) {
            lines.add(Figures.counted(inGaps(status), "sensor set") + " missing, declared as gaps");
        }
        lines.add(Figures.bytes(sum(status, GroupStatus::bytesRaw)) + " of sensor sets, "
                + Figures.bytes(status.link().bytesUplink()) + " on the uplink, resumed "
                + Figures.counted(status.link().resumes(), "time"));
        status.broker().ifPresent(broker -> lines.add("broker " + broker));
        PathLines.of(status).forEach(text -> lines.add("path " + text));
        for (int number = 0; number < groups.size(); number++) {
            lines.add(groups.get(number).name() + ": " + Figures.counted(digest.sets(number), "sensor set")
                    + (earlier() > 0 ? " since this start" : "") + ", sha256 " + digest.hex(number));
        }
        return lines;
    }
}
