package org.banip.surrogate.store;

/** Hears of a check of a store. Called on the thread that checks. */
public interface CheckListener {
    /** Something is damaged. */
    void found(StoreDamage damage);

    /**
     * Sensor sets cannot be decoded because of damages that were found.
     *
     * @param place interconnect and group
     */
    default void lost(String place, LostSets sets) {}

    /**
     * How far the check is.
     *
     * @param step what is checked now
     * @param done what is done of this step
     * @param total all of this step, 0 if not known
     */
    void progress(String step, long done, long total);
}
