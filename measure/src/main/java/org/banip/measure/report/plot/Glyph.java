package org.banip.measure.report.plot;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.banip.measure.report.markup.Markup;

/** Dots with a shape for each ink, so that they differ without colour, too. */
final class Glyph {
    /** Of radius 1 around the origin. */
    private static final String DISC = "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0Z";

    private static final String SQUARE = "M-.88 -.88H.88V.88H-.88Z";
    private static final String UP = "M0 -1.15L1.1 .8H-1.1Z";
    private static final String DIAMOND = "M0 -1.3L1.2 0L0 1.3L-1.2 0Z";
    private static final String DOWN = "M0 1.15L1.1 -.8H-1.1Z";
    private static final String PLUS = "M-.4 -1.2H.4V-.4H1.2V.4H.4V1.2H-.4V.4H-1.2V-.4H-.4Z";

    private static final Set<Ink> HOLLOW = EnumSet.of(Ink.PUBLISHED, Ink.SEVENTH, Ink.EIGHTH, Ink.NINTH, Ink.TENTH);

    private Glyph() {}

    /** Begins a dot, into which a title may go. */
    static void open(Markup out, Ink ink, double x, double y, double radius) {
        String place = String.format(Locale.ROOT, "translate(%.1f %.1f) scale(%.1f)", x, y, radius);
        out.open("path", "class", hollow(ink) ? "dot hollow" : "dot", "transform", place, "d", path(ink));
    }

    private static boolean hollow(Ink ink) {
        return HOLLOW.contains(ink);
    }

    private static String path(Ink ink) {
        return switch (ink) {
            case PUBLISHED, FIRST, SEVENTH -> DISC;
            case SECOND, EIGHTH -> SQUARE;
            case THIRD, NINTH -> UP;
            case FOURTH, TENTH -> DIAMOND;
            case FIFTH -> DOWN;
            case SIXTH -> PLUS;
        };
    }
}
