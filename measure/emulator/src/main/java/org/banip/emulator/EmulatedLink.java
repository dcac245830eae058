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
    private boolean hasSecondAddress;

    EmulatedLink(int index, LinkSettings settings, AddressPlan plan, Forwarder forwarder) {
        this.index = index;
        this.settings = settings;
        this.plan = plan;
        this.forwarder = forwarder;
    }

    /** Its settings at the beginning. */
    public LinkSettings settings() {
        return settings;
    }

    /** The mobile host's current address on this link. */
    public synchronized Inet4Address mobileAddress() {
        return plan.mobile(index, addressChanges);
    }

    /**
     * Gives the mobile host a second address on this link, unless it has one. Two paths over one link are what two links behind one bottleneck are.
     */
    public synchronized Inet4Address addSecondAddress() throws IOException {
        Inet4Address second = plan.second(index);
        if (!hasSecondAddress) {
            SystemCommands.ipBatch(
                    plan.namespace(EmulatedNetwork.MOBILE),
                    List.of("address add " + second.getHostAddress() + "/32 dev " + device(index)));
            hasSecondAddress = true;
        }
        return second;
    }

    /** The second address; empty if there is none. */
    synchronized Optional<Inet4Address> secondAddress() {
        return hasSecondAddress ? Optional.of(plan.second(index)) : Optional.empty();
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

    /** Gives the mobile host another address on this link in place of the previous one. */
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

    /** Sets the tap that sees all packets from now on, in place of the previous one. */
    public void tap(PacketTap tap) {
        forwarder.tap(tap);
    }

    /** Counters of one direction. */
    public LinkTraffic counters(Way way) {
        return forwarder.counters(way);
    }

    /** Lateness of packets. */
    public Lateness lateness() {
        return forwarder.lateness();
    }

    /** Whether its packets are forwarded at real-time priority. */
    public boolean realTime() {
        return forwarder.realTime();
    }

    /**
     * Checks that packets are being forwarded.
     *
     * @throws IOException if the link has stopped because of an error; measurements over it are invalid
     */
    public void requireWorking() throws IOException {
        Optional<Exception> failure = forwarder.failure();
        if (failure.isPresent()) {
            throw new IOException("link " + settings.name() + " stands still: " + failure.get(), failure.get());
        }
    }

    /** Writes the link's results as fields of an object. */
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
