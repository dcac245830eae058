package org.banip.measure.paths.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.measure.paths.scenario.Workload;

/**
 * One signal of a load. Chains have no coder, so that the bytes per second are known.
 *
 * @param group its description
 * @param chain its transcoding chain
 * @param units sensor sets that it produces
 */
record Flow(SensorGroup group, String chain, long units) {
    private static final int WIDE = 500;
    private static final int SET_BYTES = 2 * WIDE;
    /** Far more than any path takes. */
    private static final Frequency AT_ONCE = Frequency.ofHz(40_000);

    private static final Duration BOUND = Duration.ofSeconds(2);
    /** One packet of two bytes, so that both processes have loaded their classes when the load begins. */
    private static final String PRIMER = "primer";

    private static final String LIVE = "packetizer(hold=100ms)";
    private static final String EACH = "packetizer(units=1,hold=0)";

    /** The signals of a load, and last what is sent before it. */
    static List<Flow> of(Workload work) {
        List<Flow> all = new ArrayList<>(load(work));
        all.add(live(group(PRIMER, 1, Frequency.ofHz(1), ServiceClass.LIVE), EACH, Duration.ofSeconds(1)));
        return all;
    }

    private static List<Flow> load(Workload work) {
        return switch (work.kind()) {
            case BULK -> List.of(bulk(work.bytes()));
            case SIGNALS -> signals(work.time());
            case STREAM -> List.of(stream(work.time()));
            case ALARMS -> alarms(work.time());
        };
    }

    /** One sensor set is a packet, a little smaller than a segment of TCP. */
    private static Flow bulk(long bytes) {
        return new Flow(group("bulk", WIDE, AT_ONCE, ServiceClass.LIVE), EACH, (bytes + SET_BYTES - 1) / SET_BYTES);
    }

    /** 250 packets of 1,000 bytes in a second. */
    private static Flow stream(Duration time) {
        return live(group("stream", WIDE, Frequency.ofHz(250), ServiceClass.LIVE), EACH, time);
    }

    /** Samples of 16 bits; the rates in bit/s are those of True and Armitage (2015). */
    private static List<Flow> signals(Duration time) {
        return List.of(
                signal("ecg", 1, 15_000, time),
                signal("heart-sound", 10, 120_000, time),
                signal("heart-rate", 1, 600, time),
                signal("eeg", 1, 4_200, time),
                signal("emg", 10, 600_000, time),
                signal("respiration", 1, 800, time),
                signal("temperature", 1, 80, time));
    }

    private static Flow signal(String name, int channels, long bitsPerSecond, Duration time) {
        return live(group(name, channels, new Frequency(bitsPerSecond, 16L * channels), ServiceClass.LIVE), LIVE, time);
    }

    private static List<Flow> alarms(Duration time) {
        return List.of(
                live(group("alarm", 25, Frequency.ofHz(1), ServiceClass.ALARM), EACH, time),
                live(group("ecg", 2, Frequency.ofHz(250), ServiceClass.LIVE), LIVE, time));
    }

    private static Flow live(SensorGroup group, String chain, Duration time) {
        return new Flow(group, chain, (long) (group.frequency().hertz() * time.toSeconds()));
    }

    private static SensorGroup group(String name, int channels, Frequency frequency, ServiceClass of) {
        List<Channel> all = new ArrayList<>();
        for (int c = 1; c <= channels; c++) {
            all.add(new Channel("c" + c, "mV", 16, Short.MIN_VALUE, Short.MAX_VALUE, -5, 5));
        }
        return new SensorGroup(name, frequency, of, BOUND, all);
    }
}
