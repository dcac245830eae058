package org.banip.alerts.ecg;

import org.banip.core.ban.Channel;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/** Digital values of a channel as sixteenths of a microvolt, whatever its resolution. The zero of the channel does not matter. Immutable. */
final class Microvolts {
    /** Fractions of a microvolt. */
    static final int PARTS = 16;

    private static final int COARSEST_MICROVOLTS = 100;
    private static final int FRACTION_BITS = 20;
    private static final int MOST = 1 << 27;

    private final long factor;
    private final int middle;

    Microvolts(Channel channel) {
        double step = Math.abs(unit(channel) / channel.gain());
        if (!(step <= COARSEST_MICROVOLTS)) {
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    "channel " + Quoted.of(channel.label()) + " has a step of " + step
                            + " uV, beats can be found if it is at most " + COARSEST_MICROVOLTS + " uV");
        }
        factor = Math.round(step * PARTS * (1 << FRACTION_BITS));
        middle = (int) (((long) channel.digitalMin() + channel.digitalMax()) / 2);
    }

    private static double unit(Channel channel) {
        switch (channel.unit()) {
            case "V":
                return 1e6;
            case "mV":
                return 1e3;
            case "uV":
                return 1;
            default:
                throw new BanipException(
                        ErrorCode.INVALID_DESCRIPTION,
                        "channel " + Quoted.of(channel.label()) + " has unit " + Quoted.of(channel.unit())
                                + ", beats can be found in V, mV and uV");
        }
    }

    int of(int digital) {
        long value = ((long) digital - middle) * factor >> FRACTION_BITS;
        return (int) Math.max(-MOST, Math.min(MOST, value));
    }
}
