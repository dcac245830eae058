package org.banip.alerts.finding;

/** Is told of findings. Called on the thread that gave the sensor sets; must return soon. */
@FunctionalInterface
public interface FindingListener {
    /** A finding begins or ends. Beginnings and ends of one kind of one detector alternate. */
    void found(Finding finding);
}
