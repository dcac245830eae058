package org.banip.measure.paths.scenario;

/** Who else uses the paths. */
public enum Sharing {
    /** Nobody. */
    ALONE,
    /** A bulk flow of TCP uses the first path, too. */
    FIRST_PATH,
    /** All paths are one link, which a bulk flow of TCP uses, too. A transport with several paths has two addresses on it. */
    BOTTLENECK;

    /** Whether there is a flow beside. */
    public boolean rival() {
        return this != ALONE;
    }
}
