package org.banip.emulator;

import java.io.IOException;
import java.net.Inet4Address;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.forward.Forwarder;
import org.banip.emulator.forward.Lateness;
import org.banip.emulator.forward.PacketTap;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.LinkTraffic;

/** One link of an emulated network. */
public final class EmulatedLink {
    private final int index;
    private final LinkSettings settings;
    private final AddressPlan plan;
    private final Forwarder forwarder;
    private int addressChanges;

    EmulatedLink(int index, LinkSettings settings, AddressPlan plan, Forwarder forwarder) {
        this.index = index;
        this.settings = settings;
        this.plan = plan;
        this.forwarder = forwarder;
    }

    /** What it is like at its beginning. */
    public LinkSettings settings() {
        return settings;
    }

    /** The mobile host's address on this link, now. */
    public synchronized Inet4Address mobileAddress() {
        return plan.mobile(index, addressChanges);
    }

    /** The fixed host's address on this link. */
    public Inet4Address fixedAddress() {
        return plan.fixed(index);
    }

    /** Changes the conditions now. */
    public void change(Set<Way> ways, Change change) throws IOException {
        if (change instanceof Change.Address) {
            changeAddress();
        } else {
            forwarder.change(ways, change);
        }
    }

    /** Gives the mobile host another address on this link; it loses the one it had. */
    private synchronized void changeAddress() throws IOException {
        Inet4Address former = mobileAddress();
        addressChanges++;
        String device = device(index);
        SystemCommands.ipBatch(
                plan.namespace(EmulatedNetwork.MOBILE),
                List.of(
                        "address add " + mobileAddress().getHostAddress() + "/32 dev " + device,
                        "address del " + former.getHostAddress() + "/32 dev " + device));
    }

    static String device(int index) {
        return "link" + index;
    }

    /** Lets it see all packets from now on, in place of the tap there was. */
    public void tap(PacketTap tap) {
        forwarder.tap(tap);
    }

    /** What one direction has done so far. */
    public LinkTraffic counters(Way way) {
        return forwarder.counters(way);
    }

    /** How late packets were handed over. */
    public Lateness lateness() {
        return forwarder.lateness();
    }

    /** Whether its packets are forwarded at real-time priority. */
    public boolean realTime() {
        return forwarder.realTime();
    }

    /**
     * Goes on only if packets are being forwarded.
     *
     * @throws IOException if the link has stood still since something went wrong: what was measured over it is void
     */
    public void requireWorking() throws IOException {
        Optional<Exception> failure = forwarder.failure();
        if (failure.isPresent()) {
            throw new IOException("link " + settings.name() + " stands still: " + failure.get(), failure.get());
        }
    }

    /** Adds what the link has done to an object that is being written. */
    public void writeTo(JsonWriter json) {
        json.field("link", settings.name()).field("realTime", realTime());
        for (Way way : Way.values()) {
            json.beginObject(way.token());
            counters(way).writeTo(json);
            json.endObject();
        }
        json.beginObject("lateness");
        lateness().writeTo(json);
        json.endObject();
    }

    void close() {
        forwarder.close();
    }
}
