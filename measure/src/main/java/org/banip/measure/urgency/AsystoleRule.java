package org.banip.measure.urgency;

import java.time.Duration;
import java.util.List;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;

/** The ECG of the experiment with alerts, and the detector that watches it. */
final class AsystoleRule {
    static final String KIND = "asystole";
    /** 1,000 B/s without a coder; 1,000 steps per mV. */
    static final SensorGroup ECG = new SensorGroup(
            "heart", Frequency.ofHz(250), ServiceClass.LIVE, Duration.ofSeconds(2), List.of(lead("II"), lead("V5")));

    private static final long ASYSTOLE_MILLIS = 2000;
    /** docs/alerts.md: asystole is told half a second later, because a beat may be told so late. */
    private static final long TELLING_MILLIS = 500;

    private AsystoleRule() {}

    private static Channel lead(String label) {
        return Channel.ofGain(label, "mV", 16, Short.MIN_VALUE, Short.MAX_VALUE, 1000, 0);
    }

    /** From the R wave of the last beat to the sample that decides. */
    static Duration window() {
        return Duration.ofMillis(ASYSTOLE_MILLIS + TELLING_MILLIS);
    }

    /** The rules of MBU and host. */
    static AlertRules rules() {
        return AlertRules.parse(
                "{\"detectors\":[{\"name\":\"heart\",\"kind\":\"heart-rate\",\"group\":\"heart\",\"channels\":[\"II\",\"V5\"],"
                        + "\"below\":20,\"above\":200,\"asystoleMillis\":" + ASYSTOLE_MILLIS + "}]}",
                "measure alerts");
    }
}
