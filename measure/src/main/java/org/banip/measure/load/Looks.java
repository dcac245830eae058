package org.banip.measure.load;

import org.banip.measure.machine.ProcessUse;
import org.banip.measure.peer.MachineUse;

/**
 * What the system counted of all processes of a step so far.
 *
 * @param host of the host
 * @param broker of the broker; nothing if there is none
 * @param clients of all load processes
 * @param machine of the whole machine
 */
record Looks(ProcessUse host, ProcessUse broker, ProcessUse clients, MachineUse.Look machine) {
    /** Now. */
    static Looks of(LoadServers servers, LoadClients clients) {
        return new Looks(
                ProcessUse.of(servers.host().pid()),
                servers.broker().map(broker -> ProcessUse.of(broker.pid())).orElse(new ProcessUse(0, 0, 0, 0, 0)),
                clients.use(),
                MachineUse.Look.now());
    }
}
