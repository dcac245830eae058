package org.banip.measure.cpi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.LinkTraffic;
import org.banip.emulator.relay.LinkRelay;

/** A relay on loopback: an approximate link that needs no privileges. */
final class RelayedRunLink implements RunLink {
    private final CpiSettings settings;
    private final LinkSettings link;
    private final List<Process> processes = new ArrayList<>();
    private final List<LinkRelay> relays = new ArrayList<>();

    RelayedRunLink(CpiSettings settings) {
        this.settings = settings;
        this.link = settings.link().links().get(0);
    }

    @Override
    public Child startFixed(Class<?> main, Path log) throws IOException {
        return Child.start(this::start, main, Child.flags(settings.processorTime()), log);
    }

    @Override
    public Child startMobile(Class<?> main, Path log) throws IOException {
        return Child.start(this::start, main, Child.flags(settings.processorTime()), log);
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    @Override
    public String fixedAddress() {
        return InetAddress.getLoopbackAddress().getHostAddress();
    }

    @Override
    public URI seenFromMobile(URI broker) throws IOException {
        LinkRelay relay =
                LinkRelay.open(link, new InetSocketAddress(broker.getHost(), broker.getPort()), settings.seed());
        relays.add(relay);
        return URI.create(broker.getScheme() + "://" + fixedAddress() + ":"
                + relay.address().getPort());
    }

    @Override
    public void requireWorking() {
        // if a relay breaks, its connections break, and the MBU reports that
    }

    @Override
    public WireCount count() {
        WireCount sum = new WireCount(0, 0, 0, 0);
        for (LinkRelay relay : relays) {
            sum = sum.plus(WireCount.of(relay.counters(Way.UP), relay.counters(Way.DOWN)));
        }
        return sum;
    }

    @Override
    public LinkReport report() {
        return relays.isEmpty()
                ? LinkReport.NONE
                : LinkReport.of(relays.get(0).counters(Way.UP), relays.get(0).counters(Way.DOWN));
    }

    @Override
    public String toJson() {
        JsonWriter json = new JsonWriter().beginObject().beginObject("profile");
        settings.link().writeTo(json);
        json.endObject()
                .field("seed", settings.seed())
                .field("quality", LinkRelay.QUALITY)
                .beginList("links");
        for (LinkRelay relay : relays) {
            json.beginObject().field("link", link.name());
            for (Way way : Way.values()) {
                LinkTraffic counters = relay.counters(way);
                json.beginObject(way.token());
                counters.writeTo(json);
                json.endObject();
            }
            json.endObject();
        }
        return json.endList().endObject().toString();
    }

    @Override
    public void close() throws IOException {
        processes.forEach(Process::destroyForcibly);
        for (LinkRelay relay : relays) {
            relay.close();
        }
    }
}
