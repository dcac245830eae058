package org.banip.river.ending;

/**
 * Stands in for {@code java.lang.Runtime} in River's classes, of which only Reggie uses it: to add a shutdown hook that it never removes. Who starts
 * a Reggie ends it.
 */
public final class NoShutdownHooks {
    private static final NoShutdownHooks ONE = new NoShutdownHooks();

    private NoShutdownHooks() {}

    /** The only one. */
    public static NoShutdownHooks getRuntime() {
        return ONE;
    }

    /** Does nothing. */
    public void addShutdownHook(Thread hook) {}
}
