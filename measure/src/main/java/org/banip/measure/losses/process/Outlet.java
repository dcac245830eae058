package org.banip.measure.losses.process;

import java.io.Closeable;

/** The product at the sender's end, and what it says of each sample. One thread. */
interface Outlet extends Closeable {
    /**
     * Gives it a sample.
     *
     * @return whether it took the sample; otherwise the application knows that it has to care for the sample itself
     */
    boolean give(long number) throws InterruptedException;

    /** Writes down what was confirmed since the last call, if the product does not tell by itself. */
    default void look() {}

    /** Whether everything that it took is confirmed and delivered as far as it can tell. */
    boolean isDelivered() throws InterruptedException;
}
