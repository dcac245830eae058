package org.banip.measure.report.plot;

/** Colours of a plot. The style sheet has a class for each name. */
public enum Ink {
    /** Published values: grey. */
    PUBLISHED("pub"),
    /** The first colour for measured figures. */
    FIRST("i1"),
    /** The second. */
    SECOND("i2"),
    /** The third. */
    THIRD("i3"),
    /** The fourth. */
    FOURTH("i4"),
    /** The fifth. */
    FIFTH("i5"),
    /** The sixth. */
    SIXTH("i6"),
    /** The seventh. */
    SEVENTH("i7"),
    /** The eighth. */
    EIGHTH("i8"),
    /** The ninth. */
    NINTH("i9"),
    /** The tenth. */
    TENTH("i10");

    private final String css;

    Ink(String css) {
        this.css = css;
    }

    /** The class. */
    public String css() {
        return css;
    }

    /** A colour for measured figures, from 0; the colours repeat. */
    public static Ink ours(int index) {
        return values()[1 + index % (values().length - 1)];
    }
}
