package org.banip.measure.load;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.banip.measure.machine.ProcessUse;
import org.banip.measure.peer.MachineUse;
import org.banip.measure.results.ResultRow;
import org.jspecify.annotations.Nullable;

/**
 * What a step found.
 *
 * @param settings of the measurement
 * @param mbus of the step
 * @param clients what load processes said in the end
 * @param use of processors and system calls in the window
 * @param memory of the servers
 * @param stored what the store holds; empty if it cannot be read
 * @param stormSeconds until the last MBU was back; empty without a storm, or if not all came back
 * @param problem what went wrong; empty if nothing did
 */
record LoadResult(
        LoadSettings settings,
        int mbus,
        ClientTotals clients,
        Use use,
        Memory memory,
        Optional<StoredPackets> stored,
        OptionalDouble stormSeconds,
        String problem) {
    private static final double NANOS_PER_MICRO = 1000;
    private static final double MICROS_PER_MILLI = 1000;

    /** Of the window. */
    record Use(ProcessUse host, ProcessUse broker, ProcessUse clients, double busy) {
        private static final ProcessUse NOTHING = new ProcessUse(0, 0, 0, 0, 0);
        private static final Use NONE = new Use(NOTHING, NOTHING, NOTHING, -1);
    }

    /** Of both servers until their end. */
    record Memory(HeapLog hostHeap, long hostResident, HeapLog brokerHeap, long brokerResident) {
        private static final Memory NONE = new Memory(new HeapLog(0, 0), 0, new HeapLog(0, 0), 0);
    }

    /** Whether each packet was acknowledged and is stored, once, and nothing else is. */
    boolean exact() {
        long sent = clients.number("sent");
        return problem.isEmpty()
                && sent > 0
                && clients.number("acknowledged") == sent
                && stored.isPresent()
                && stored.get().exactly(sent, settings.payloadBytes());
    }

    double seconds() {
        return settings.times().window().toNanos() / 1e9;
    }

    /** Packets a second that were acknowledged in the window. */
    double achieved() {
        return clients.number("acknowledgedInWindow") / seconds();
    }

    /** Packets a second that fell due in the window. */
    double offered() {
        return clients.latency().getTotalCount() / seconds();
    }

    double latencyMillis(double percentile) {
        Histogram latency = clients.latency();
        return latency.getTotalCount() == 0 ? 0 : latency.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    private double sendLateMillis() {
        Histogram late = clients.sendLate();
        return late.getTotalCount() == 0 ? 0 : late.getValueAtPercentile(99) / MICROS_PER_MILLI;
    }

    /** A count of the window for each packet that was acknowledged in it. */
    double perPacket(long count) {
        long packets = clients.number("acknowledgedInWindow");
        return packets == 0 ? 0 : (double) count / packets;
    }

    double microsPerPacket(ProcessUse of) {
        return perPacket(of.cpuNanos()) / NANOS_PER_MICRO;
    }

    /** As a row of results. */
    ResultRow row() {
        ResultRow row = new ResultRow()
                .count("mbus", mbus)
                .text(
                        "packetsPerSecond",
                        settings.saturated() ? "saturated" : settings.packets().toString())
                .count("payloadBytes", settings.payloadBytes())
                .count("window", settings.window())
                .text("through", settings.throughBroker() ? "wsb" : "host")
                .text("product", settings.servers().product().name())
                .text("heap", settings.servers().heap())
                .number("seconds", seconds())
                .number("offered", offered())
                .number("achieved", achieved())
                .number("p50Millis", latencyMillis(50))
                .number("p90Millis", latencyMillis(90))
                .number("p99Millis", latencyMillis(99))
                .number("p999Millis", latencyMillis(99.9))
                .number("maxMillis", latencyMillis(100))
                .number("sendLateP99Millis", sendLateMillis())
                .text("refusals", clients.refusals())
                .text("errors", clients.errors());
        for (String name : new String[] {"registered", "refused", "lost", "sent", "resent", "acknowledged"}) {
            row.count(name, clients.number(name));
        }
        row.count("outstanding", clients.number("sent") - clients.number("acknowledged"))
                .count("stored", stored.map(StoredPackets::packets).orElse(-1L))
                .flag("exact", exact());
        addUse(row, "host", use.host());
        row.number("bytesWritten", perPacket(use.host().bytesWritten()));
        addUse(row, "wsb", use.broker());
        row.number("clientMicrosPerPacket", microsPerPacket(use.clients())).number("busy", use.busy());
        addMemory(row, "host", memory.hostHeap(), memory.hostResident());
        addMemory(row, "wsb", memory.brokerHeap(), memory.brokerResident());
        stormSeconds.ifPresent(time -> row.number("stormSeconds", time));
        return row.text("problem", problem);
    }

    private void addUse(ResultRow row, String who, ProcessUse of) {
        row.number(who + "MicrosPerPacket", microsPerPacket(of))
                .number(who + "CompilerMicrosPerPacket", perPacket(of.compilerNanos()) / NANOS_PER_MICRO)
                .number(who + "Reads", perPacket(of.reads()))
                .number(who + "Writes", perPacket(of.writes()));
    }

    private static void addMemory(ResultRow row, String who, HeapLog heap, long resident) {
        row.count(who + "HeapBytes", heap.mostBytes())
                .number(who + "PauseMaxMillis", heap.longestPauseMillis())
                .count(who + "ResidentBytes", resident);
    }

    /** Collects it while a step goes on. One thread. */
    static final class Builder {
        private final LoadSettings settings;
        private final int mbus;
        private ClientTotals clients = new ClientTotals();
        private Use use = Use.NONE;
        private Memory memory = Memory.NONE;
        private @Nullable StoredPackets stored;
        private OptionalDouble stormSeconds = OptionalDouble.empty();
        private String problem = "";

        Builder(LoadSettings settings, int mbus) {
            this.settings = settings;
            this.mbus = mbus;
        }

        void clients(ClientTotals totals) {
            clients = totals;
        }

        void use(Looks before, Looks after) {
            use = new Use(
                    after.host().since(before.host()),
                    after.broker().since(before.broker()),
                    after.clients().since(before.clients()),
                    MachineUse.since(before.machine()).busy());
        }

        /** While they still run. */
        void servers(LoadServers servers) throws IOException {
            Optional<ServerProcess> broker = servers.broker();
            memory = new Memory(
                    servers.host().heap(),
                    ProcessUse.mostResident(servers.host().pid()),
                    broker.isPresent() ? broker.get().heap() : new HeapLog(0, 0),
                    broker.isPresent() ? ProcessUse.mostResident(broker.get().pid()) : 0);
        }

        void stored(StoredPackets found) {
            stored = found;
        }

        void storm(double seconds, boolean allBack) {
            if (allBack) {
                stormSeconds = OptionalDouble.of(seconds);
            } else {
                problem("not all MBUs came back after the storm");
            }
        }

        /** The first counts. */
        void problem(String found) {
            problem = problem.isEmpty() ? found : problem;
        }

        LoadResult build() {
            return new LoadResult(
                    settings, mbus, clients, use, memory, Optional.ofNullable(stored), stormSeconds, problem);
        }
    }
}
