package org.banip.measure.urgency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;

/** The groups of the experiment. Their chains have no coder, so that the bytes per second are known. */
final class UrgencyGroups {
    /** An alarm has 50 bytes. */
    static final SensorGroup ALARM = group("alarm", 25, Frequency.ofHz(1), ServiceClass.ALARM, Duration.ofSeconds(2));
    /** 1,000 B/s. */
    static final SensorGroup ECG = group("ecg", 2, Frequency.ofHz(250), ServiceClass.LIVE, Duration.ofSeconds(2));
    /** 2,700 B/s. */
    static final SensorGroup MOTION =
            group("motion", 3, Frequency.ofHz(450), ServiceClass.BULK, Duration.ofSeconds(10));
    /** 60 B/s; a packet of two sensor sets is 200 ms. */
    static final SensorGroup TREND = group("trend", 3, Frequency.ofHz(10), ServiceClass.BULK, Duration.ofSeconds(10));

    private UrgencyGroups() {}

    private static SensorGroup group(
            String name, int channels, Frequency frequency, ServiceClass of, Duration latencyBound) {
        List<Channel> all = new ArrayList<>();
        for (int c = 1; c <= channels; c++) {
            all.add(new Channel(name + c, "mV", 16, Short.MIN_VALUE, Short.MAX_VALUE, -5, 5));
        }
        return new SensorGroup(name, frequency, of, latencyBound, all);
    }
}
