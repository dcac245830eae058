package org.banip.emulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.device.Tun;
import org.banip.emulator.forward.Forwarder;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.TimedChange;
import org.banip.emulator.queue.LinkQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mobile and a fixed host and the links between them, on this machine, separate from its own network and from other emulated networks. Everything
 * is removed when the network is closed or the JVM ends; if the JVM was killed, when the next network is opened.
 */
public final class EmulatedNetwork implements AutoCloseable {
    static final String MOBILE = "mobile";
    static final String FIXED = "fixed";

    private static final Logger LOG = LoggerFactory.getLogger(EmulatedNetwork.class);
    private static final Path NAMESPACES = Path.of("/run/netns");

    private final LinkProfile profile;
    private final long seed;
    private final Slot slot;
    private final EmulatedHost mobile;
    private final EmulatedHost fixed;
    private final Thread hook = new Thread(this::remove, "banip-link-removal");
    private final List<EmulatedLink> links = Collections.synchronizedList(new ArrayList<>());
    private final List<Tun> devices = new ArrayList<>();
    private final ScheduledExecutorService addressChanges = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "banip-link-schedule");
        thread.setDaemon(true);
        return thread;
    });
    private boolean removed;

    private EmulatedNetwork(LinkProfile profile, long seed, Slot slot) {
        this.profile = profile;
        this.seed = seed;
        this.slot = slot;
        AddressPlan plan = new AddressPlan(slot.number());
        this.mobile = new EmulatedHost(plan.namespace(MOBILE), plan.ownOfMobile());
        this.fixed = new EmulatedHost(plan.namespace(FIXED), plan.ownOfFixed());
    }

    /**
     * Creates hosts and links; their schedules begin now.
     *
     * @param seed of all that is left to chance
     * @throws BanipException {@code FORBIDDEN} if {@link Privileges} are missing
     * @throws IOException if the system refuses, for example an unknown congestion control
     */
    public static EmulatedNetwork open(LinkProfile profile, long seed) throws IOException, InterruptedException {
        Optional<String> missing = Privileges.missing();
        if (missing.isPresent()) {
            throw new BanipException(ErrorCode.FORBIDDEN, missing.get());
        }
        removeLeftovers();
        EmulatedNetwork network = new EmulatedNetwork(profile, seed, Slot.claim());
        try {
            Runtime.getRuntime().addShutdownHook(network.hook);
            network.build();
            return network;
        } catch (Exception e) {
            network.close();
            throw e;
        }
    }

    /** Removes what killed processes left behind. */
    private static void removeLeftovers() throws IOException {
        int leftOver = 0;
        for (int number = 0; number < Slot.COUNT; number++) {
            Optional<Slot> orphaned = hasNamespace(number) ? Slot.tryClaim(number) : Optional.empty();
            if (orphaned.isPresent()) {
                removeNamespaces(number);
                orphaned.get().close();
                leftOver++;
            }
        }
        if (leftOver > 0) {
            LOG.warn("removed {} emulated networks whose owner is no more", leftOver);
        }
    }

    private static boolean hasNamespace(int number) {
        AddressPlan plan = new AddressPlan(number);
        return Files.exists(NAMESPACES.resolve(plan.namespace(MOBILE)))
                || Files.exists(NAMESPACES.resolve(plan.namespace(FIXED)));
    }

    private static void removeNamespaces(int number) {
        AddressPlan plan = new AddressPlan(number);
        for (String host : new String[] {MOBILE, FIXED}) {
            if (Files.exists(NAMESPACES.resolve(plan.namespace(host)))) {
                EmulatedHost.removeNamespace(plan.namespace(host));
            }
        }
    }

    /** Not at the same time as removal: a signal may come at any time. */
    private synchronized void build() throws IOException, InterruptedException {
        if (removed) {
            throw new IOException("the JVM is ending");
        }
        removeNamespaces(slot.number());
        AddressPlan plan = new AddressPlan(slot.number());
        NetworkSetup setup = new NetworkSetup(plan, profile.links());
        devices.addAll(setup.host(mobile));
        devices.addAll(setup.host(fixed));
        setup.route();
        int count = profile.links().size();
        for (int index = 0; index < count; index++) {
            int number = index;
            LinkSettings settings = profile.links().get(index);
            Forwarder forwarder = new Forwarder(
                    settings,
                    devices.get(index),
                    devices.get(count + index),
                    way -> LinkQueue.seedOf(seed, number, way));
            EmulatedLink link = new EmulatedLink(index, settings, plan, forwarder);
            links.add(link);
            forwarder.start();
            scheduleAddressChanges(link);
        }
    }

    private void scheduleAddressChanges(EmulatedLink link) {
        for (TimedChange timed : link.settings().schedule()) {
            if (timed.change() instanceof Change.Address) {
                Future<?> unused = addressChanges.schedule(
                        () -> changeAddress(link, timed), timed.at().toNanos(), TimeUnit.NANOSECONDS);
            }
        }
    }

    private static void changeAddress(EmulatedLink link, TimedChange timed) {
        try {
            link.change(timed.ways(), timed.change());
        } catch (IOException e) {
            LOG.error("link {}: {}", link.settings().name(), e.getMessage());
        }
    }

    /** The host of the MBU. */
    public EmulatedHost mobile() {
        return mobile;
    }

    /** The host of the back-end. */
    public EmulatedHost fixed() {
        return fixed;
    }

    /** The links in the profile's order. */
    public List<EmulatedLink> links() {
        return List.copyOf(links);
    }

    /** The first link, or the only one. */
    public EmulatedLink link() {
        return links.get(0);
    }

    /**
     * Checks that all links work.
     *
     * @throws IOException if a link has stopped; the measurement is invalid
     */
    public void requireWorking() throws IOException {
        for (EmulatedLink link : links()) {
            link.requireWorking();
        }
    }

    /** Its profile. */
    public LinkProfile profile() {
        return profile;
    }

    /** Profile, seed and counters of the links as one line of JSON, for results. */
    public String toJson() {
        JsonWriter json = new JsonWriter().beginObject();
        json.beginObject("profile");
        profile.writeTo(json);
        json.endObject().field("seed", seed).beginList("links");
        for (EmulatedLink link : links()) {
            json.beginObject();
            link.writeTo(json);
            json.endObject();
        }
        return json.endList().endObject().toString();
    }

    /** Ends the processes in its hosts and removes hosts and links. */
    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("the JVM is ending: {}", e.getMessage());
        }
    }

    private synchronized void remove() {
        if (removed) {
            return;
        }
        removed = true;
        addressChanges.shutdownNow();
        mobile.remove();
        fixed.remove();
        links.forEach(EmulatedLink::close);
        devices.forEach(Tun::close);
        try {
            slot.close();
        } catch (IOException e) {
            LOG.warn("cannot give back number {} of an emulated network: {}", slot.number(), e.getMessage());
        }
    }
}
