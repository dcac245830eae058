package org.banip.app.command;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.banip.app.terminal.Figures;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.DeclaredGaps;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;

/** One stored session in a list: a line, and one more for each of its groups. */
final class Listed {
    private final Store store;
    private final DeclaredGaps gaps;
    private final InterconnectRecord session;

    Listed(Store store, DeclaredGaps gaps, InterconnectRecord session) {
        this.store = store;
        this.gaps = gaps;
        this.session = session;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        Instant registered = Instant.ofEpochSecond(0, session.registeredNanos()).truncatedTo(ChronoUnit.SECONDS);
        text.append(session.session() + "  " + session.ban().id() + "  registered " + registered);
        long[] ends = store.nextSequences(session);
        List<SensorGroup> groups = session.ban().groups();
        for (int number = 0; number < groups.size(); number++) {
            text.append(System.lineSeparator()).append("    ").append(group(number, groups.get(number), ends[number]));
        }
        return text.toString();
    }

    private String group(int number, SensorGroup group, long end) {
        int channels = group.channels().size();
        String units = group.events().isPresent() ? " of events, " : " at " + group.frequency() + " Hz, ";
        String what = group.name() + ": " + Figures.counted(channels, "channel") + units;
        return what
                + (end == 0 ? "no data yet" : extent(number, group, end) + declared(number))
                + purpose(group.name());
    }

    private String declared(int number) {
        OptionalLong count = gaps.in(session, number);
        return count.orElse(0) == 0 ? "" : ", " + Figures.counted(count.getAsLong(), "declared gap");
    }

    /** What the MBU added a group for; empty for one that has a signal of its own. */
    private String purpose(String name) {
        for (SensorGroup of : session.ban().groups()) {
            if (of.lateAs().filter(name::equals).isPresent()) {
                return "; what an outage delayed of " + of.name() + ", exported as part of it";
            }
            if (of.thinning().filter(how -> how.as().equals(name)).isPresent()) {
                return "; " + of.name() + " at a lower rate, while the link did not carry all of it";
            }
        }
        return "";
    }

    /** From the first unit to the last, gaps included. */
    private String extent(int number, SensorGroup group, long end) {
        long kept = store.keptFrom(session, number);
        String packets = Figures.counted(end - kept, "packet")
                + (kept == 0 ? "" : " behind " + Figures.counted(kept, "forgotten one"));
        Optional<Sequenced> first = item(number, kept);
        Optional<Sequenced> last = item(number, end - 1);
        if (first.isEmpty() || last.isEmpty()) {
            return packets; // begins or ends with a long gap
        }
        long begin = group.frequency()
                .instantNanos(first.get().originNanos(), first.get().firstUnit());
        if (group.events().isPresent()) { // in any order
            return packets + ", the first of " + Instant.ofEpochSecond(0, begin);
        }
        long finish = group.frequency()
                .instantNanos(last.get().originNanos(), last.get().endUnit());
        return Figures.clock(Duration.ofNanos(finish - begin)) + " from " + Instant.ofEpochSecond(0, begin) + ", "
                + packets;
    }

    /** The item that begins with this number. */
    private Optional<Sequenced> item(int number, long sequence) {
        List<Sequenced> found = new ArrayList<>(1);
        store.read(session, number, sequence, item -> {
            found.add(item);
            return false;
        });
        return found.stream().findFirst();
    }
}
