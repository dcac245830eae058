package org.banip.surrogate.people;

/** What somebody may do at a host over HTTP. What is not granted is denied. */
public enum Right {
    /** See which of the granted BANs are there, how they stand, and their counters; no samples. */
    LIST("list BANs"),
    /** See the samples of granted BANs live. */
    LIVE("see signals live"),
    /** Get the stored recordings of granted BANs. */
    EXPORT("get recordings"),
    /** Acknowledge alerts of granted BANs, and end those that no detector will end. */
    ACKNOWLEDGE("acknowledge alerts"),
    /** Send the commands that granted BANs declare for the person's role. */
    COMMAND("send commands"),
    /** See the host's own figures: metrics, and what its extensions say. */
    OPERATE("see the host's own figures");

    private final String words;

    Right(String words) {
        this.words = words;
    }

    /** What it allows, after "may". */
    public String inWords() {
        return words;
    }
}
