package org.banip.measure.peer.process;

/**
 * State of the receiving process.
 *
 * @param cpuNanos processor time it has used, and processes beside it
 * @param doubled duplicate packets
 * @param stored sensor sets stored
 */
public record ReceivingState(long cpuNanos, long doubled, long stored) {
    String toLine() {
        return cpuNanos + " " + doubled + " " + stored;
    }

    /** Reads such a line. */
    public static ReceivingState parse(String line) {
        String[] words = line.split(" ", -1);
        return new ReceivingState(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
    }
}
