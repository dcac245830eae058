package org.banip.mbu.spi;

/** Receives an MBU's events. */
@FunctionalInterface
public interface MbuListener {
    /**
     * Receives the next event, on the thread {@code banip-events}. While it runs, further events wait. If too many wait, events are lost and
     * counted, acknowledgements first.
     */
    void on(MbuEvent event);
}
