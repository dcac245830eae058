package org.banip.mbu.settings;

/**
 * How a radio signal fades with the distance: by {@code firstMetreDb + 10 · exponent · log10(metres)} (log-distance path loss). Immutable.
 *
 * @param powerDbm what the sender transmits, antennas included; -100 to 100
 * @param firstMetreDb what is lost in the first metre; 0 to 200
 * @param exponent 2 in free space, 3 and more between walls; 1 to 10
 * @param thresholdDbm the weakest signal that can be received; below what arrives at one metre, and not below -200
 */
public record PathLoss(double powerDbm, double firstMetreDb, double exponent, double thresholdDbm) {
    /** Wi-Fi at 5 GHz between walls: a range of 100 m. */
    public static final PathLoss WIFI = new PathLoss(16, 47, 3, -91);

    private static final double DECADE = 10;

    /** Checks the values. */
    public PathLoss {
        within("power", powerDbm, -100, 100);
        within("loss in the first metre", firstMetreDb, 0, 200);
        within("exponent", exponent, 1, 10);
        within("threshold", thresholdDbm, -200, powerDbm - firstMetreDb);
    }

    private static void within(String what, double seen, double least, double most) {
        if (!(seen >= least && seen <= most)) {
            throw new IllegalArgumentException(
                    "path loss: " + what + " " + seen + " is outside " + least + " to " + most);
        }
    }

    /** The distance in metres at which a signal of this strength arrives. */
    public double metres(double signalDbm) {
        return Math.pow(DECADE, (powerDbm - firstMetreDb - signalDbm) / (DECADE * exponent));
    }

    /** The signal strength in dBm at this distance. */
    public double signalDbm(double metres) {
        return powerDbm - firstMetreDb - DECADE * exponent * Math.log10(metres);
    }

    /** The distance in metres at which the signal is lost. */
    public double rangeMetres() {
        return metres(thresholdDbm);
    }
}
