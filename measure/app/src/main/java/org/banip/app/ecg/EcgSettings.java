package org.banip.app.ecg;

import java.util.List;
import java.util.Locale;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * How a {@link GeneratedEcg} looks; made by its builder.
 *
 * @param name the group's name
 * @param frequency sampling frequency, 50 to 10,000 Hz
 * @param leads 1 to 12 of {@link #LEADS}
 * @param heartRate mean beats per minute, 20 to 250
 * @param variability how much intervals between beats vary, as a fraction of their mean, 0 to 0.3
 * @param wander amplitude of the baseline wander with respiration, 0 to 5 mV
 * @param noise standard deviation of the noise, 0 to 5 mV
 * @param seed what all randomness comes from
 * @param units how many sensor sets to generate, at least 1; {@link Long#MAX_VALUE} for no end
 */
public record EcgSettings(
        String name,
        Frequency frequency,
        List<String> leads,
        double heartRate,
        double variability,
        double wander,
        double noise,
        long seed,
        long units) {
    /** The standard leads. */
    public static final List<String> LEADS =
            List.of("I", "II", "III", "aVR", "aVL", "aVF", "V1", "V2", "V3", "V4", "V5", "V6");

    /** Checks every field and copies the list. */
    public EcgSettings {
        leads = List.copyOf(leads);
        requireRange("frequency (Hz)", frequency.hertz(), 50, 10_000);
        requireRange("leads", leads.size(), 1, LEADS.size());
        requireRange("heart rate (/min)", heartRate, 20, 250);
        requireRange("variability", variability, 0, 0.3);
        requireRange("baseline wander (mV)", wander, 0, 5);
        requireRange("noise (mV)", noise, 0, 5);
        if (units < 1) {
            throw invalid("units is " + units + ", allowed is 1 or more");
        }
        for (String lead : leads) {
            if (!LEADS.contains(lead)) {
                throw invalid("no lead " + lead + ", allowed are " + LEADS);
            }
        }
    }

    private static void requireRange(String what, double seen, double min, double max) {
        if (!(seen >= min && seen <= max)) {
            throw invalid(String.format(Locale.ROOT, "%s is %s, allowed are %s to %s", what, seen, min, max));
        }
    }

    private static BanipException invalid(String what) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, "generated ECG: " + what);
    }

    /** Settings to change: group {@code ecg}, 250 Hz, lead II, 72 beats a minute, seed 1, no end. */
    public static Builder builder() {
        return new Builder();
    }

    /** Changes settings one by one; they are checked together in {@link #build}. */
    public static final class Builder {
        private String name = "ecg";
        private Frequency frequency = Frequency.ofHz(250);
        private List<String> leads = List.of("II");
        private double heartRate = 72;
        private double variability = 0.05;
        private double wander = 0.1;
        private double noise = 0.01;
        private long seed = 1;
        private long units = Long.MAX_VALUE;

        private Builder() {}

        /** The group's name. */
        public Builder name(String newName) {
            name = newName;
            return this;
        }

        /** Sampling frequency, 50 to 10,000 Hz. */
        public Builder frequency(Frequency newFrequency) {
            frequency = newFrequency;
            return this;
        }

        /** 1 to 12 of {@link #LEADS}. */
        public Builder leads(List<String> newLeads) {
            leads = newLeads;
            return this;
        }

        /** Mean beats per minute, 20 to 250. */
        public Builder heartRate(double beatsPerMinute) {
            heartRate = beatsPerMinute;
            return this;
        }

        /** How much intervals between beats vary, as a fraction of their mean, 0 to 0.3. */
        public Builder variability(double fraction) {
            variability = fraction;
            return this;
        }

        /** Amplitude of the baseline wander with respiration, 0 to 5 mV. */
        public Builder wander(double millivolts) {
            wander = millivolts;
            return this;
        }

        /** Standard deviation of the noise, 0 to 5 mV. */
        public Builder noise(double millivolts) {
            noise = millivolts;
            return this;
        }

        /** What all randomness comes from. */
        public Builder seed(long newSeed) {
            seed = newSeed;
            return this;
        }

        /** How many sensor sets to generate; {@link Long#MAX_VALUE} for no end. */
        public Builder units(long newUnits) {
            units = newUnits;
            return this;
        }

        /**
         * The settings.
         *
         * @throws BanipException {@code INVALID_DESCRIPTION} if one is out of range
         */
        public EcgSettings build() {
            return new EcgSettings(name, frequency, leads, heartRate, variability, wander, noise, seed, units);
        }
    }
}
