package org.banip.measure.peer.process;

/**
 * State of the sending process.
 *
 * @param cpuNanos processor time it has used
 * @param produced sensor sets read
 * @param acknowledged sensor sets known to have arrived
 * @param breaks how often a connection broke
 * @param delivered whether the signal has ended and all sensor sets are acknowledged
 * @param failed whether it has given up
 */
public record SendingState(
        long cpuNanos, long produced, long acknowledged, long breaks, boolean delivered, boolean failed) {
    String toLine() {
        return cpuNanos + " " + produced + " " + acknowledged + " " + breaks + " " + delivered + " " + failed;
    }

    /** Reads such a line. */
    public static SendingState parse(String line) {
        String[] words = line.split(" ", -1);
        return new SendingState(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Boolean.parseBoolean(words[4]),
                Boolean.parseBoolean(words[5]));
    }
}
