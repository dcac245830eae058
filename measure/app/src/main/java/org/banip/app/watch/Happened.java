package org.banip.app.watch;

import java.util.ArrayList;
import java.util.List;
import org.banip.surrogate.api.SensorData;

/**
 * Events of one packet.
 *
 * @param group number of their group
 * @param instants when each happened, nanoseconds since the epoch
 * @param texts the text of each; empty if it has none
 * @param samples all samples of the first channel, then all of the second, and so on
 */
public record Happened(int group, List<Long> instants, List<String> texts, List<Long> samples) {
    /** Checks that the lists fit together, and copies them. */
    public Happened {
        instants = List.copyOf(instants);
        texts = List.copyOf(texts);
        samples = List.copyOf(samples);
        if (instants.isEmpty() || texts.size() != instants.size() || samples.size() % instants.size() != 0) {
            throw new IllegalArgumentException(instants.size() + " instants, " + texts.size() + " texts and "
                    + samples.size() + " samples are not whole events");
        }
    }

    /** The events of a packet. */
    static Happened of(SensorData data, List<Long> samples) {
        List<Long> instants = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (int unit = 0; unit < data.unitCount(); unit++) {
            instants.add(data.instantNanos(unit));
            texts.add(data.text(unit));
        }
        return new Happened(data.header().group(), instants, texts, samples);
    }

    /** Their number. */
    int units() {
        return instants.size();
    }

    /** The digital value of a channel. */
    int sample(int unit, int channel) {
        return samples.get(channel * units() + unit).intValue();
    }
}
