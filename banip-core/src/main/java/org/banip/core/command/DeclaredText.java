package org.banip.core.command;

/** The rule for texts of declarations that people read. */
final class DeclaredText {
    private DeclaredText() {}

    /** Whether the length of a text, in Unicode code points, is within the limits, and no character controls a terminal. */
    static boolean fits(String text, int fewest, int most) {
        int length = text.codePointCount(0, text.length());
        return length >= fewest && length <= most && text.chars().noneMatch(Character::isISOControl);
    }
}
