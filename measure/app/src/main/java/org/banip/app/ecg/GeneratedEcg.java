package org.banip.app.ecg;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;

/**
 * A synthetic ECG of up to twelve leads, with varying heart rate, baseline wander and noise, to try a BAN without a patient.
 *
 * <p>The same settings give the same samples on every JVM. 16 bits, 1000 steps per mV; beyond ±32 mV it is clipped.
 */
public final class GeneratedEcg implements Sensor {
    private static final int BITS = 16;
    private static final int STEPS_PER_MILLIVOLT = 1000;
    private static final int MOST_UNITS_PER_READ = 1 << 12;
    private static final double SLOW_WANDER_HZ = 0.04;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int LEAD_I = 0;
    private static final int LEAD_II = 1;

    private final EcgSettings settings;
    private final SensorGroup group;
    private final SampleLayout layout;
    private final int[] leadNumbers;
    private final SeededNoise noise;
    private final double[] wanderShares = new double[EcgWaves.INDEPENDENT_LEADS];
    private final Heartbeats beats;
    private final Oscillation breath = new Oscillation(Heartbeats.RESPIRATION_HZ, 0);
    private final Oscillation slow = new Oscillation(SLOW_WANDER_HZ, 0);
    private final double[] millivolts = new double[EcgWaves.INDEPENDENT_LEADS];

    private long unit;

    /** A generator at its first sensor set. */
    public GeneratedEcg(EcgSettings settings) {
        this.settings = settings;
        List<Channel> channels = new ArrayList<>();
        for (String lead : settings.leads()) {
            channels.add(Channel.ofGain(lead, "mV", BITS, Short.MIN_VALUE, Short.MAX_VALUE, STEPS_PER_MILLIVOLT, 0));
        }
        group = SensorGroup.live(settings.name(), settings.frequency(), channels);
        layout = new SampleLayout(group);
        leadNumbers =
                settings.leads().stream().mapToInt(EcgSettings.LEADS::indexOf).toArray();
        noise = new SeededNoise(settings.seed());
        beats = new Heartbeats(settings.heartRate(), settings.variability(), ~settings.seed());
        for (int lead = 0; lead < wanderShares.length; lead++) {
            wanderShares[lead] = 0.5 + noise.uniform() / 2;
        }
    }

    @Override
    public SensorGroup group() {
        return group;
    }

    @Override
    public int read(Block into, int maxUnits) {
        int count = (int) Math.min(Math.min(maxUnits, MOST_UNITS_PER_READ), settings.units() - unit);
        if (count == 0) {
            return -1;
        }
        int setBytes = layout.setBytes();
        int at = into.length();
        into.ensureCapacity(at + count * setBytes);
        for (int i = 0; i < count; i++) {
            generate(settings.frequency().nanosOfUnit(unit) / NANOS_PER_SECOND);
            for (int c = 0; c < leadNumbers.length; c++) {
                layout.write(into.bytes(), at + i * setBytes, c, digital(leadNumbers[c]));
            }
            unit++;
        }
        into.length(at + count * setBytes);
        return count;
    }

    private void generate(double seconds) {
        double wander = settings.wander() * (0.7 * breath.at(seconds) + 0.3 * slow.at(seconds));
        for (int lead = 0; lead < millivolts.length; lead++) {
            millivolts[lead] = wander * wanderShares[lead] + settings.noise() * noise.gaussian();
        }
        beats.advanceTo(seconds);
        EcgWaves.addTo(millivolts, beats, seconds);
    }

    private int digital(int lead) {
        long steps = Math.round(lead(lead) * STEPS_PER_MILLIVOLT);
        return (int) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, steps));
    }

    /** The limb leads follow from two of them (Einthoven, Goldberger); the numbers index {@link EcgSettings#LEADS}. */
    private double lead(int number) {
        double first = millivolts[LEAD_I];
        double second = millivolts[LEAD_II];
        switch (number) {
            case 0:
                return first;
            case 1:
                return second;
            case 2:
                return second - first;
            case 3:
                return -(first + second) / 2;
            case 4:
                return first - second / 2;
            case 5:
                return second - first / 2;
            default:
                return millivolts[number - 4];
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
