package org.banip.measure.paths.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A scenario by name. */
public enum Scenario {
    /** Random pairs of paths (Nakayama et al., 2020). */
    PALS,
    /** One of two paths is cut during the transfer (Nakayama et al., 2020). */
    HAND_OVER,
    /** Short delay, much loss (Nakayama et al., 2020). */
    REGIONAL,
    /** A costly path takes over while the main one loses packets (True and Armitage, 2015). */
    FAIL_OVER,
    /** The first path is left during the transfer, foreseen or not (Okunishi et al., 2022). */
    OKUNISHI,
    /** One of two paths stands still in the middle of a stream, with re-injection and without it. */
    PATH_BREAK,
    /** An alarm while one of two paths is dead but not known to be. */
    ALARM,
    /** A path that a bulk flow of TCP uses, too, and two links behind one bottleneck. */
    SHARED,
    /** A costly path beside a free one that loses packets for a while, by scheduler. */
    COST,
    /** Random events on all paths, from the seed. */
    SOAK;

    /** Its name in options and results. */
    public String token() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The scenario of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Scenario named(String token) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.token().equals(token))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scenario '" + token + "'; there are "
                        + Arrays.stream(values()).map(Scenario::token).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return token();
    }
}
