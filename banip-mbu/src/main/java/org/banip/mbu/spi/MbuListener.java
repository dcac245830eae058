package org.banip.mbu.spi;

/** Takes an MBU's events. */
@FunctionalInterface
public interface MbuListener {
    /**
     * Takes the next event, on the thread {@code banip-events}. While it takes long, events wait, and beyond a bound they are
     * lost, acknowledgements first, and counted.
     */
    void on(MbuEvent event);
}
