package org.banip.measure.cpi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.banip.app.source.BanSignal;
import org.banip.emulator.profile.LinkProfile;
import org.banip.mbu.MobileBaseUnit;
import org.banip.measure.machine.ProcessUse;

/** The runs that compare uplinks: each over plain HTTP, if it can be, and over TLS. */
public final class UplinksPlan {
    private final LinkProfile link;
    private final List<String> uplinks;
    private final BanSignal signal;
    private final long seed;

    /**
     * What is the same in all runs.
     *
     * @param uplinks their names
     * @param signal of the sensors
     * @param seed of the link
     */
    public UplinksPlan(LinkProfile link, List<String> uplinks, BanSignal signal, long seed) {
        this.link = link;
        this.uplinks = List.copyOf(uplinks);
        this.signal = signal;
        this.seed = seed;
    }

    /** Runs that measure processor time at a load in bytes of sensor sets per second. */
    public List<PlannedRun> processorTime(double load, Duration length) {
        return runs(common().processorTime(true), load, length);
    }

    /**
     * Runs in which the MBU's host gets another address now and then.
     *
     * @param load in bytes of sensor sets per second
     * @param times how often
     * @param between two changes
     */
    public List<PlannedRun> addressChange(double load, int times, Duration between) {
        return runs(common().addressChanges(times), load, between.multipliedBy(times + 1L));
    }

    /** Processor time as a text table. */
    public static List<String> processorLines(CpiFindings findings) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "%-14s %14s %14s %12s  %s", "uplink", "MBU us/set", "back-end us/set", "link B/set", "exact"));
        for (CpiResult result : findings.results()) {
            Optional<ProcessorLook> used = result.observed().processor();
            lines.add(String.format(
                    Locale.ROOT,
                    "%-14s %14s %14s %12.2f  %s",
                    result.plan().name(),
                    used.map(look -> micros(look, look.mbu())).orElse("-"),
                    used.map(look -> micros(look, look.backEnd())).orElse("-"),
                    result.wireBytesPerSet(),
                    exact(result)));
        }
        lines.addAll(findings.problems());
        return lines;
    }

    private static String micros(ProcessorLook look, ProcessUse of) {
        return String.format(Locale.ROOT, "%.2f", look.microsPerSet(of));
    }

    /** What changes of the address cost, as a text table. */
    public static List<String> addressChangeLines(CpiFindings findings) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "%-14s %8s %8s %10s %10s %10s %8s %10s %12s  %s",
                "uplink",
                "mean s",
                "max s",
                "elsewhere",
                "round trip",
                "mean in RT",
                "resumes",
                "sent again",
                "duplicates",
                "exact"));
        for (CpiResult result : findings.results()) {
            Observations observed = result.observed();
            ChangePauses pauses = ChangePauses.of(result.deliveries(), observed.addressChanges());
            lines.add(String.format(
                    Locale.ROOT,
                    "%-14s %8.2f %8.2f %10.2f %10.2f %10.2f %8d %10d %12d  %s",
                    result.plan().name(),
                    pauses.mean(),
                    pauses.max(),
                    pauses.elsewhere(),
                    observed.roundTrip(),
                    observed.roundTrip() > 0 ? pauses.mean() / observed.roundTrip() : 0,
                    result.mbu().resumes(),
                    result.mbu().retransmissions(),
                    observed.duplicates(),
                    exact(result)));
        }
        lines.addAll(findings.problems());
        return lines;
    }

    private static String exact(CpiResult result) {
        return result.exactness().exact() ? "yes" : "NO";
    }

    private CpiSettings.Builder common() {
        return CpiSettings.over(link)
                .wholeChain(MobileBaseUnit.DEFAULT_CHAIN)
                .packetUnits(1)
                .signal(signal)
                .seed(seed);
    }

    private List<PlannedRun> runs(CpiSettings.Builder settings, double load, Duration length) {
        List<PlannedRun> all = new ArrayList<>();
        for (String uplink : uplinks) {
            CpiSettings plain = settings.uplink(uplink).tls(false).build();
            if (!plain.tls()) {
                all.add(run(uplink, plain, load, length));
            }
            all.add(run(uplink + "-tls", settings.tls(true).build(), load, length));
        }
        return all;
    }

    private static PlannedRun run(String name, CpiSettings settings, double load, Duration length) {
        return PlannedRun.of(name, settings, new Load.Rate(load), (long) (load * length.toMillis() / 1000));
    }
}
