package org.banip.measure.cpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.app.source.BanSignal;
import org.banip.emulator.profile.LinkProfile;
import org.banip.mbu.uplink.Uplinks;

/**
 * The runs that repeat the thesis's tables of the reference BANip and of its improvements: over the two slots of GPRS, with each published figure,
 * and the latencies at the high and medium loads of our capacity.
 */
public final class ThesisPlan {
    /** The link of the thesis's figures; it has none for other links. */
    private static final String LINK = "gprs-2slot";

    private static final long BYTES = 100_000;
    private static final long LEAST_BYTES = 90_000;
    private static final long PERSISTENT_BYTES = 180_000;
    /** Longest time of a run at a given load. */
    private static final double SECONDS = 300;

    /** End of runs at a share of TC. They begin when TC is known, and the whole must take less than 15 minutes. */
    private static final double END_SECONDS = 780;

    private static final int LEAST_PACKETS = 12;
    private static final int SET_BYTES = 30;
    /** RFC 2581. */
    private static final int WINDOW_OF_2003 = 2;

    /** With this number deflate saves 39 %, as on the thesis's significant channels. */
    private static final int LIVE_CHANNELS = 10;

    private final LinkProfile link;
    private final boolean relayed;
    private final long seed;
    private final List<PlannedRun> runs = new ArrayList<>();

    private ThesisPlan(LinkProfile link, boolean relayed, long seed) {
        this.link = link;
        this.relayed = relayed;
        this.seed = seed;
    }

    /**
     * All runs, the longest first.
     *
     * @param relayed over a relay, which has no initial window; the runs with that of 2003 are left out
     */
    public static List<PlannedRun> over(LinkProfile link, boolean relayed, long seed) {
        ThesisPlan plan = new ThesisPlan(link, relayed, seed);
        plan.reference();
        plan.improved();
        return plan.runs;
    }

    /** The thesis's figure for these settings (link, uplink, packetizer, coders, signal) and this load. */
    static Optional<PublishedCpi> published(CpiSettings cell, Load load) {
        return cell.link().name().equals(LINK)
                ? over(cell.link(), false, cell.seed()).stream()
                        .filter(run -> run.load().equals(load) && sameCell(run.settings(), cell))
                        .flatMap(run -> run.published().stream())
                        .findFirst()
                : Optional.empty();
    }

    private static boolean sameCell(CpiSettings one, CpiSettings other) {
        return one.uplink().equals(other.uplink())
                && one.tls() == other.tls()
                && one.packetUnits() == other.packetUnits()
                && one.coders().equals(other.coders())
                && one.signal().equals(other.signal());
    }

    private void reference() {
        CpiSettings pkt16 = settings(Uplinks.PER_REQUEST, 16).build();
        CpiSettings pkt140 = settings(Uplinks.PER_REQUEST, 140).build();
        CpiSettings pkt250 = settings(Uplinks.PER_REQUEST, 250).build();
        capacity(pkt16, LEAST_BYTES, 170);
        capacity(pkt140, BYTES, 720);
        capacity(pkt250, BYTES, 1060);
        latency(pkt16, 150, PublishedCpi.latency(5.5, 9.5, 3.0));
        latency(pkt140, 350, PublishedCpi.latency(12.5, 20.5, 5.5));
        latency(pkt140, 650, PublishedCpi.latency(9.5, 15.0, 4.0));
        latency(pkt250, 500, PublishedCpi.latency(17.0, 31.5, 7.0));
        latency(pkt250, 1000, PublishedCpi.latency(11.5, 17.0, 5.5));
        shares(pkt16, 140);
        shares(pkt140, 850);
        shares(pkt250, 1100);
    }

    private void improved() {
        CpiSettings persistent = settings(Uplinks.PERSISTENT, 200).build();
        CpiSettings chunked = settings(Uplinks.CHUNKED, 140).build();
        capacity(persistent, PERSISTENT_BYTES, 1173);
        capacity(chunked, BYTES, 1710);
        latency(chunked, 900, PublishedCpi.latency(7.0, 10.5, 4.0));
        latency(chunked, 1600, PublishedCpi.latency(8.5, 12.5, 4.5));
        shares(chunked, 2300);
        if (!relayed) {
            windowOf2003(Uplinks.PER_REQUEST, 140, BYTES, 720);
            windowOf2003(Uplinks.PER_REQUEST, 250, BYTES, 1060);
            windowOf2003(Uplinks.PERSISTENT, 200, PERSISTENT_BYTES, 1173);
            windowOf2003(Uplinks.CHUNKED, 140, BYTES, 1710);
        }
        CpiSettings deflated = settings(Uplinks.CHUNKED, 140)
                .coders("deflate(level=6)")
                .signal(BanSignal.generated(LIVE_CHANNELS))
                .build();
        add("tc", deflated, new Load.Capacity(), PERSISTENT_BYTES, Optional.of(PublishedCpi.capacity(1710 * 1.64)));
    }

    /** The same with TCP's initial window of 2003. */
    private void windowOf2003(String uplink, int packetUnits, long bytes, double published) {
        CpiSettings settings =
                settings(uplink, packetUnits).initialWindow(WINDOW_OF_2003).build();
        capacity(settings, bytes, published);
    }

    private CpiSettings.Builder settings(String uplink, int packetUnits) {
        return CpiSettings.over(link)
                .uplink(uplink)
                .packetUnits(packetUnits)
                .relayed(relayed)
                .seed(seed + runs.size());
    }

    private void capacity(CpiSettings settings, long bytes, double published) {
        add("tc", settings, new Load.Capacity(), bytes, Optional.of(PublishedCpi.capacity(published)));
    }

    private void latency(CpiSettings settings, double load, PublishedCpi published) {
        long bytes = bytes(settings, load, SECONDS);
        add("at-" + Math.round(load), settings, new Load.Rate(load), bytes, Optional.of(published));
    }

    private void shares(CpiSettings settings, double expectedCapacity) {
        double seconds = Math.min(SECONDS, END_SECONDS - LEAST_BYTES / expectedCapacity);
        long high = bytes(settings, 0.9 * expectedCapacity, seconds);
        long medium = bytes(settings, 0.5 * expectedCapacity, seconds);
        add("high", settings, Load.HIGH, high, Optional.empty());
        add("medium", settings, Load.MEDIUM, medium, Optional.empty());
    }

    private static long bytes(CpiSettings settings, double load, double seconds) {
        long wanted = (long) Math.min(LEAST_BYTES, load * seconds);
        return Math.max(wanted, (long) LEAST_PACKETS * SET_BYTES * settings.packetUnits());
    }

    private void add(String what, CpiSettings settings, Load load, long bytes, Optional<PublishedCpi> published) {
        String coded = settings.coders().isEmpty() ? "" : "-deflate";
        String window = settings.initialWindow() == 0 ? "" : "-iw" + settings.initialWindow();
        String name = settings.uplink() + "-" + settings.packetUnits() + coded + window + "-" + what;
        runs.add(new PlannedRun(name, settings, load, bytes, published));
    }
}
