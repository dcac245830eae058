package org.banip.mbu.spi;

/**
 * A unit of a sampling grid.
 *
 * @param originNanos instant of unit 0, nanoseconds since the epoch
 * @param unit its number, 0 to 2⁵⁶ − 1
 */
public record GridUnit(long originNanos, long unit) {
    /** The one that lies this many units behind it. */
    public GridUnit plus(long units) {
        return new GridUnit(originNanos, unit + units);
    }
}
