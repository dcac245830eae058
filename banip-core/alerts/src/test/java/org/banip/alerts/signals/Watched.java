package org.banip.alerts.signals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.banip.alerts.AlertRules;
import org.banip.alerts.GroupWatch;
import org.banip.alerts.finding.Finding;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;

/** A group whose detectors are tried out: sensor sets go in, one after the other, and findings are kept as text. */
public final class Watched {
    /** The instant of the first sensor set. */
    public static final long ORIGIN = 1_700_000_000_000_000_000L;

    private final SensorGroup group;
    private final SampleLayout layout;
    private final GroupWatch watch;
    private final byte[] bytes;
    private final List<Finding> findings = new ArrayList<>();
    private long unit;

    /** Detectors given as the elements of the JSON list, with apostrophes for quotation marks. */
    public Watched(SensorGroup group, String detectors) {
        this.group = group;
        layout = new SampleLayout(group);
        bytes = new byte[layout.setBytes()];
        watch = rules(detectors).watch(group, findings::add);
    }

    /** Rules of these detectors. */
    public static AlertRules rules(String detectors) {
        return AlertRules.parse("{\"detectors\":[" + detectors.replace('\'', '"') + "]}", "rules");
    }

    /** A group named {@code g} with these channels: label, unit and steps to a unit, for example {@code HR /min 10}. */
    public static SensorGroup group(String frequency, String... channels) {
        List<Channel> described = new ArrayList<>();
        for (String channel : channels) {
            String[] words = channel.split(" ", -1);
            described.add(Channel.ofGain(words[0], words[1], 16, -32768, 32767, Double.parseDouble(words[2]), 0));
        }
        return SensorGroup.live("g", Frequency.parse(frequency), described);
    }

    /** One sensor set, in physical values. */
    public Watched next(double... values) {
        for (int i = 0; i < values.length; i++) {
            layout.write(bytes, 0, i, (int)
                    Math.rint(values[i] * group.channels().get(i).gain()));
        }
        watch.sensorSets(bytes, 0, 1, ORIGIN, unit++);
        return this;
    }

    /** The same sensor set many times. */
    public Watched times(int count, double... values) {
        for (int i = 0; i < count; i++) {
            next(values);
        }
        return this;
    }

    /** Leaves sensor sets out without a word. */
    public Watched leaveOut(long units) {
        unit += units;
        return this;
    }

    /** Declares sensor sets missing. */
    public Watched gap(long units, Gap.Reason reason) {
        watch.gap(ORIGIN, unit, units, reason);
        unit += units;
        return this;
    }

    /** It is this many seconds after the first sensor set. */
    public Watched time(double seconds) {
        watch.time(ORIGIN + (long) (seconds * 1e9));
        return this;
    }

    /** Follows other rules. */
    public Watched follow(String detectors) {
        watch.follow(rules(detectors));
        return this;
    }

    /** The watch itself. */
    public GroupWatch watch() {
        return watch;
    }

    /** What was found, for example {@code a above begins since 1 at 3 value 12}, with times in seconds from the first sensor set. */
    public List<String> findings() {
        List<String> texts = new ArrayList<>();
        for (Finding finding : findings) {
            texts.add(finding.detector() + " " + finding.kind() + (finding.begins() ? " begins" : " ends") + " since "
                    + shown((finding.sinceNanos() - ORIGIN) / 1e9) + " at "
                    + shown((finding.atNanos() - ORIGIN) / 1e9) + " value " + shown(finding.value()));
        }
        return texts;
    }

    /** The findings themselves. */
    public List<Finding> found() {
        return findings;
    }

    private static String shown(double number) {
        String text = String.format(Locale.ROOT, "%.2f", number);
        return text.replaceAll("\\.?0+$", "");
    }
}
