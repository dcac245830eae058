package org.banip.mbu.command;

import java.math.BigDecimal;
import java.math.MathContext;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * The two rates at which a group may be sent.
 *
 * @param group its name
 * @param full the frequency of the group
 * @param lowest that of the group that has its signal while it is thinned
 */
public record GroupRates(String group, Frequency full, Frequency lowest) {
    /** People write as many digits as are shown to them. */
    private static final double TOLERANCE = 1e-6;

    private static final MathContext SHOWN = new MathContext(9);

    /**
     * Whether this is the lower one of the two rates.
     *
     * @param hertz a rate that somebody wants; 0 is the full one
     * @throws BanipException {@code MALFORMED_REQUEST} if it is neither
     */
    boolean isLowest(double hertz) {
        if (near(hertz, lowest)) {
            return true;
        }
        if (hertz != 0 && !near(hertz, full)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "group " + group + " cannot be sent at " + shown(hertz) + " Hz; allowed are " + shown(lowest)
                            + " Hz, and " + shown(full) + " Hz or 0, which are the full rate");
        }
        return false;
    }

    /** The highest number that is near to one of them, in hertz: the full rate as it is, or as it is shown. */
    double most() {
        return Math.max(full.hertz(), Double.parseDouble(shown(full)));
    }

    private static boolean near(double hertz, Frequency rate) {
        return Math.abs(hertz - rate.hertz()) <= TOLERANCE * rate.hertz();
    }

    static String shown(Frequency rate) {
        return shown(rate.hertz());
    }

    private static String shown(double hertz) {
        return new BigDecimal(hertz, SHOWN).stripTrailingZeros().toPlainString();
    }
}
