package org.banip.app.demo;

import java.util.List;
import org.banip.app.terminal.Figures;
import org.banip.core.json.JsonWriter;

/**
 * Which processes there were, and what they found.
 *
 * @param own this process: MBU and broker
 * @param lookup the lookup service
 * @param host the surrogate host
 * @param store the store
 * @param watcher the watcher
 * @param packets sent by the MBU
 */
record WhoFoundWhom(long own, Place lookup, Place host, Place store, Place watcher, long packets) {
    /**
     * A process.
     *
     * @param pid its id
     * @param address where it listens, or what it found
     */
    record Place(long pid, String address) {}

    static WhoFoundWhom of(JiniProcesses processes, long packets) {
        return new WhoFoundWhom(
                ProcessHandle.current().pid(),
                new Place(processes.lookup().pid(), processes.lookupAt()),
                new Place(processes.host().pid(), processes.hostAt().toString()),
                found(processes.store()),
                found(processes.watcher()),
                packets);
    }

    private static Place found(DemoProcess subscriber) {
        return new Place(subscriber.pid(), JiniProcesses.found(subscriber).orElse("nothing"));
    }

    /** The picture. */
    List<String> toLines(List<CopyReport> groups) {
        long host = groups.stream().mapToLong(group -> group.host().units()).sum();
        long copy = groups.stream().mapToLong(group -> group.copy().units()).sum();
        long watched =
                groups.stream().mapToLong(group -> group.watched().units()).sum();
        return List.of(
                "MBU and broker (pid " + own + ", this process)",
                "  |  sends " + Figures.counted(packets, "packet"),
                "  v",
                "host (pid " + host().pid() + ", " + host().address() + "), stores "
                        + Figures.counted(host, "sensor set"),
                "  |  registers the BAN with",
                "  +--> lookup service (pid " + lookup().pid() + ", " + lookup().address() + ")",
                "  |         ^  ask it for BANs, and find " + DemoBroker.IDENTITY,
                "  |         +-- store (pid " + store().pid() + "): " + store().address(),
                "  |         +-- watcher (pid " + watcher().pid() + "): "
                        + watcher().address(),
                "  |  calls those that have subscribed",
                "  +--> store (pid " + store().pid() + "), receives and stores " + Figures.counted(copy, "sensor set"),
                "  +--> watcher (pid " + watcher().pid() + "), receives " + Figures.counted(watched, "sensor set"));
    }

    void write(JsonWriter json) {
        json.beginList("processes");
        write(json, "mbu-and-broker", new Place(own, ""));
        write(json, "lookup", lookup);
        write(json, "host", host);
        write(json, "store", store);
        write(json, "watcher", watcher);
        json.endList();
    }

    private static void write(JsonWriter json, String name, Place place) {
        json.beginObject().field("name", name).field("pid", place.pid());
        boolean found = place.address().startsWith("BAN ");
        if (!place.address().isEmpty()) {
            json.field(found ? "found" : "address", place.address());
        }
        json.endObject();
    }
}
