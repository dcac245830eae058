package org.banip.core.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;

/** BAN descriptions for tests. */
public final class Bans {
    private Bans() {}

    /** An ECG of two leads and a skin temperature once a minute. */
    public static BanDescription example() {
        return new BanDescription(
                "ban-17",
                List.of(
                        SensorGroup.live("ecg", Frequency.ofHz(360), List.of(lead("MLII"), lead("V1"))),
                        new SensorGroup(
                                "temperature",
                                Frequency.parse("1/60"),
                                ServiceClass.BULK,
                                Duration.ofMinutes(1),
                                List.of(new Channel("skin", "Cel", 12, 0, 4000, 10, 50)))));
    }

    /** A lead of 11 bits. */
    public static Channel lead(String label) {
        return new Channel(label, "mV", 11, -2048, 2047, -10.24, 10.235);
    }

    /** A channel whose samples have this number of bytes. */
    public static Channel ofBytes(int bytes) {
        int half = 1 << (8 * bytes - 1);
        return new Channel(
                "c",
                "",
                8 * bytes,
                bytes == 4 ? Integer.MIN_VALUE : -half,
                bytes == 4 ? Integer.MAX_VALUE : half - 1,
                0,
                1);
    }

    /** A group of channels with these numbers of bytes for each sample. */
    public static SensorGroup ofWidths(int... bytes) {
        List<Channel> channels = new ArrayList<>();
        for (int width : bytes) {
            channels.add(ofBytes(width));
        }
        return SensorGroup.live("group", Frequency.ofHz(1), channels);
    }
}
