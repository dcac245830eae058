package org.banip.alerts.spi;

/** Something that a detector finds: it begins, and ends. Used by the thread of the detector. */
public interface Condition {
    /** Whether it has begun and has not ended. */
    boolean isActive();

    /**
     * It begins; nothing happens if it has begun already.
     *
     * @param sinceNanos instant at which it began in the signal
     * @param atNanos instant by which that was decided, not before
     * @param value what was measured, finite
     */
    void begin(long sinceNanos, long atNanos, double value);

    /** It ends; nothing happens if it has not begun. */
    void end(long atNanos, double value);
}
