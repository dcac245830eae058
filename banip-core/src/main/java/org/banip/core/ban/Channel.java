package org.banip.core.ban;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.core.text.Utf8;

/**
 * One signal of a sensor group, and the meaning of its digital values.
 *
 * <p>{@code physical = physicalMin + (digital − digitalMin) · (physicalMax − physicalMin) / (digitalMax − digitalMin)}. A sample is stored as a
 * signed little-endian integer of 1, 2, 3 or 4 bytes: the smallest size that holds the digital range.
 *
 * <p>Texts are measured in Unicode code points.
 *
 * @param label the usual name of the signal, 1 to 64 characters without control characters, for example {@code MLII}
 * @param unit UCUM code, for example {@code mV}, {@code mm[Hg]}, {@code %}; empty or {@code 1} if there is none; at most 32 characters
 * @param bits resolution of the converter, 1 to 32; only passed on, and not compared with the digital range, which is wider in some recordings
 * @param digitalMin lowest digital value
 * @param digitalMax highest digital value, above {@code digitalMin}
 * @param physicalMin physical value of {@code digitalMin}, finite
 * @param physicalMax physical value of {@code digitalMax}, finite and different from {@code physicalMin} (lower for an inverted sensor), so that
 *     {@link #gain()} is finite and not zero
 */
public record Channel(
        String label, String unit, int bits, int digitalMin, int digitalMax, double physicalMin, double physicalMax) {
    /** Maximum length of a label. */
    public static final int MAX_LABEL = 64;
    /** Maximum length of a unit. */
    public static final int MAX_UNIT = 32;

    /** Checks every field. */
    public Channel {
        checkText("label", label, 1, MAX_LABEL);
        checkText("unit", unit, 0, MAX_UNIT);
        if (bits < 1 || bits > 32) {
            throw invalid(label, "bits " + bits + " is outside 1 to 32");
        }
        if (digitalMin >= digitalMax) {
            throw invalid(label, "digital range " + digitalMin + " to " + digitalMax + " is empty");
        }
        physicalMin += 0.0; // −0 becomes 0: otherwise two different records would have the same document
        physicalMax += 0.0;
        double gain = gain(digitalMin, digitalMax, physicalMin, physicalMax);
        if (!Double.isFinite(gain) || gain == 0) {
            throw invalid(
                    label,
                    "physical range " + physicalMin + " to " + physicalMax + " is empty, not finite or too wide");
        }
    }

    /** A channel whose physical values are {@code (digital − baseline) / gain}, as in WFDB. */
    public static Channel ofGain(
            String label, String unit, int bits, int digitalMin, int digitalMax, double gain, double baseline) {
        return new Channel(
                label,
                unit,
                bits,
                digitalMin,
                digitalMax,
                (digitalMin - baseline) / gain,
                (digitalMax - baseline) / gain);
    }

    /** Digital steps per physical unit. */
    public double gain() {
        return gain(digitalMin, digitalMax, physicalMin, physicalMax);
    }

    private static double gain(int digitalMin, int digitalMax, double physicalMin, double physicalMax) {
        return ((double) digitalMax - digitalMin) / (physicalMax - physicalMin);
    }

    /** The digital value of physical zero. It need not be a whole number, nor in range. */
    public double baseline() {
        return digitalMin - physicalMin * gain();
    }

    /** The physical value of a digital value. */
    public double toPhysical(int digital) {
        return physicalMin + ((double) digital - digitalMin) / gain();
    }

    /** Bytes of one sample: 1 to 4. */
    public int sampleBytes() {
        for (int bytes = 1; bytes < 4; bytes++) {
            int half = 1 << (8 * bytes - 1);
            if (digitalMin >= -half && digitalMax < half) {
                return bytes;
            }
        }
        return 4;
    }

    private static void checkText(String what, String text, int min, int max) {
        int characters = text.codePointCount(0, text.length());
        if (characters < min
                || characters > max
                || text.chars().anyMatch(Character::isISOControl)
                || !Utf8.isWellFormed(text)) {
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    "channel " + what + " " + Quoted.of(text) + " must have " + min + " to " + max
                            + " characters and no control characters");
        }
    }

    private static BanipException invalid(String label, String what) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, "channel " + Quoted.of(label) + ": " + what);
    }
}
