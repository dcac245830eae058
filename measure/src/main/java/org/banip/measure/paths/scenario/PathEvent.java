package org.banip.measure.paths.scenario;

import java.time.Duration;
import org.banip.emulator.profile.Change;

/**
 * Something that happens to a path, in both directions.
 *
 * @param at since the first byte was sent
 * @param path its number
 * @param change of the link
 */
public record PathEvent(Duration at, int path, Change change) {
    /** The path carries nothing from then on, and nobody is told. */
    public static PathEvent cut(Duration at, int path) {
        return loss(at, path, 1);
    }

    /** The path loses this share of packets from then on. */
    public static PathEvent loss(Duration at, int path, double share) {
        return new PathEvent(at, path, new Change.Loss(share));
    }

    /** Whether nothing arrives after it. */
    boolean cuts() {
        return change instanceof Change.Loss loss && loss.share() >= 1;
    }
}
